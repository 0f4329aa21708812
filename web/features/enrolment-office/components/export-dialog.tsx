import { Alert, Button, Checkbox, Modal, Radio, Space } from 'antd'
import { useState } from 'react'
import { enrolmentFormats, personalColumns } from '@lectern/contract/enrolment-values.ts'
import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { exportAddress } from '../list-query.ts'

interface ExportDialogProps {
  query: URLSearchParams
  total: number
  onClose: () => void
}

/** Exactly what the list shows on all its pages, as a sheet; what is personal only where it is chosen. */
export const ExportDialog = ({ query, total, onClose }: ExportDialogProps) => {
  const { say } = useEnrolmentWords()
  const [isOpen, setOpen] = useState(true)
  const [format, setFormat] = useState<(typeof enrolmentFormats)[number]>('xlsx')
  const [personal, setPersonal] = useState<string[]>([])
  const close = (): void => setOpen(false)
  const isBeyond = total > exactTotalLimit
  return (
    <Modal
      open={isOpen}
      title={say('export.title')}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Button type="primary" href={exportAddress(query, format, personal)} download onClick={close}>
          {say('export.download')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <span>
          {isBeyond ? say('export.countBeyond', { count: exactTotalLimit }) : say('export.count', { count: total })}
        </span>
        <Radio.Group
          aria-label={say('export.format')}
          value={format}
          onChange={({ target }) => setFormat(target.value as typeof format)}
          options={enrolmentFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{say('export.personal')}</legend>
          <Checkbox.Group
            value={personal}
            onChange={setPersonal}
            options={personalColumns.map((value) => ({ value, label: say(`export.personal.${value}`) }))}
            style={{ display: 'grid', gap: 4 }}
          />
        </fieldset>
        <Alert type="info" showIcon title={say('export.help')} />
      </Space>
    </Modal>
  )
}
