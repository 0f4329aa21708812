import { Button, Form, Input, Modal, type InputRef } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { isSameName } from '@lectern/contract/office/office-values.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface ConfirmDeleteProps {
  /** Its name, which must be typed to confirm. */
  name: string
  /** False: easy to recreate, so the name need not be typed. */
  needsName?: boolean
  /** The consequences; default: a note that it cannot be undone. */
  details?: ReactNode
  /** False: the consequences are still loading. */
  isReady?: boolean
  onDelete: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before something is deleted, by default by typing its name. */
export const ConfirmDelete = (props: ConfirmDeleteProps) => {
  const { name, needsName = true, details, isReady = true, onDelete, onClose } = props
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const mayDelete = isReady && (!needsName || isSameName(typed, name))
  const remove = async (): Promise<void> => {
    if (!mayDelete || busy) return
    setBusy(true)
    try {
      await onDelete()
    } catch {
      // The request has shown the reason.
    }
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={intl.formatMessage({ id: 'office.delete.title' }, { name })}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => opened && field.current?.focus()}
      afterClose={onClose}
      footer={[
        <Button key="cancel" onClick={() => setOpen(false)}>
          <FormattedMessage id="office.delete.cancel" />
        </Button>,
        <Button key="delete" danger type="primary" disabled={!mayDelete} loading={busy} onClick={() => void remove()}>
          <FormattedMessage id="office.delete.confirm" />
        </Button>,
      ]}
    >
      {details ?? (
        <p>
          <FormattedMessage id="office.delete.help" />
        </p>
      )}
      {needsName && (
        <Form layout="vertical" onFinish={() => void remove()}>
          <Form.Item label={intl.formatMessage({ id: 'office.delete.name' }, { name })} htmlFor="delete-name">
            <Input
              id="delete-name"
              autoComplete="off"
              ref={field}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
