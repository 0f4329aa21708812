import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { maxReasonLength } from '@lectern/contract/review-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'

interface ReasonDialogProps {
  title: string
  help: string
  action: string
  isDangerous?: boolean
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a step that needs one. */
export const ReasonDialog = ({ title, help, action, isDangerous = false, onSend, onClose }: ReasonDialogProps) => {
  const intl = useIntl()
  const [form] = Form.useForm<{ reason: string }>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const send = async ({ reason }: { reason: string }): Promise<void> => {
    setBusy(true)
    try {
      await onSend(reason.trim())
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
      <p>{help}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        <Form.Item
          name="reason"
          label={intl.formatMessage({ id: 'office.audit.field.reason' })}
          rules={[
            { required: true, whitespace: true, message: intl.formatMessage({ id: 'office.decision.reasonNeeded' }) },
          ]}
        >
          <Input.TextArea rows={3} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
