import { Button, Form, Input, Modal, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface DeleteByNameProps {
  /** What it is called; whoever deletes it types this. */
  name: string
  onDelete: () => Promise<unknown>
  onClose: () => void
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Asks for the name of what is to be deleted: nothing brings it back. */
export const DeleteByName = ({ name, onDelete, onClose }: DeleteByNameProps) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const isNamed = folded(typed) === folded(name)
  const remove = async (): Promise<void> => {
    if (!isNamed || busy) return
    setBusy(true)
    try {
      await onDelete()
    } catch {
      // The request has said why.
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
        <Button key="delete" danger type="primary" disabled={!isNamed} loading={busy} onClick={() => void remove()}>
          <FormattedMessage id="office.delete.confirm" />
        </Button>,
      ]}
    >
      <p>
        <FormattedMessage id="office.delete.help" />
      </p>
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
    </Modal>
  )
}
