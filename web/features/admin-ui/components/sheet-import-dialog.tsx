import { Button, Modal, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { useSheetImport } from '../use-sheet-import.ts'
import { SheetField } from './sheet-field.tsx'

interface SheetImportDialogProps {
  title: string
  /** What the columns mean, and a link to a template. */
  help: ReactNode
  importing: Omit<ReturnType<typeof useSheetImport>, 'result'>
  /** What the import would do, or has done. */
  outcome: ReactNode
  /** The button that imports. */
  confirm: string
  /** The sheet was tried out, and can be imported. */
  isReady: boolean
  isDone: boolean
  onClose: () => void
}

/** A dialog that imports a sheet, after it was tried out. */
export const SheetImportDialog = (props: SheetImportDialogProps) => {
  const { title, help, importing, outcome, confirm, isReady, isDone, onClose } = props
  const { sheet, isBusy, choose, confirm: send } = importing
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={isOpen}
      title={title}
      width={720}
      onCancel={close}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={onClose}
      mask={{ closable: false }}
      footer={
        <Space wrap>
          <Button onClick={close}>
            <FormattedMessage id="office.sheet.close" />
          </Button>
          {sheet && !isDone && (
            <Button type="primary" disabled={!isReady} loading={isBusy} onClick={() => void send()}>
              {confirm}
            </Button>
          )}
        </Space>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <div>{help}</div>
        <SheetField
          label={intl.formatMessage({ id: 'office.sheet.file' })}
          busy={isBusy}
          onChoose={(file) => void choose(file)}
        />
        {isBusy && (
          <div role="status">
            <FormattedMessage id="office.sheet.busy" />
          </div>
        )}
        {outcome}
      </Space>
    </Modal>
  )
}
