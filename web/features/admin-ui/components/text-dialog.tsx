import { Form, Input, Modal } from 'antd'
import { useState, type ReactNode } from 'react'

interface TextDialogProps {
  title: string
  help: ReactNode
  /** Below the field. */
  hint?: string
  label: string
  missing: string
  action: string
  limit: number
  rows?: number
  /** Shows how many characters are typed. */
  isCounted?: boolean
  isDangerous?: boolean
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onSend: (text: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a text that a step needs. */
export const TextDialog = (props: TextDialogProps) => {
  const { title, help, hint, label, missing, action, limit, rows = 3, isCounted = false, isDangerous = false } = props
  const { onSend, onClose } = props
  const [form] = Form.useForm<{ text: string }>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const send = async ({ text }: { text: string }): Promise<void> => {
    setBusy(true)
    try {
      await onSend(text.trim())
      setOpen(false)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={action}
      okButtonProps={{ danger: isDangerous, loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <div style={{ marginBottom: 16 }}>{help}</div>
      <Form form={form} name="step" layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        <Form.Item
          name="text"
          label={label}
          extra={hint}
          rules={[{ required: true, whitespace: true, message: missing }]}
        >
          <Input.TextArea rows={rows} maxLength={limit} showCount={isCounted} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
