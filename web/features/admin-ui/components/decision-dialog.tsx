import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import type { Decidable, DecisionKind } from '../decide.ts'
import { Names } from './bulk-lists.tsx'

const maxReasonLength = 2_000

interface DecisionDialogProps<Item extends Decidable, Decision extends string> {
  kind: DecisionKind<Item, Decision>
  decision: Decision
  items: readonly Item[]
  onDecide: (reason: string) => Promise<void>
  onClose: (isDecided: boolean) => void
}

/** What will be decided on what, and why; nothing has happened yet. */
export const DecisionDialog = <Item extends Decidable, Decision extends string>(
  props: DecisionDialogProps<Item, Decision>,
) => {
  const { kind, decision, items, onDecide, onClose } = props
  const intl = useIntl()
  const t = (key: IdAfter<'office.decision.'>, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.decision.${key}` }, values)
  const [form] = Form.useForm<{ reason?: string }>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const isNeeded = items.some((item) => kind.needsReason(item, decision))
  const common = kind.reasonsFor(decision)
  const send = async ({ reason }: { reason?: string }): Promise<void> => {
    setBusy(true)
    await onDecide(reason?.trim() ?? '')
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={kind.t(`ask.${decision}`, { count: items.length })}
      okText={kind.t(`do.${decision}`)}
      okButtonProps={{ danger: decision === kind.danger, loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={() => onClose(busy)}
    >
      <Names items={items} rowKey="id" nameOf={kind.nameOf} more={(count) => t('more', { count })} />
      <Form form={form} layout="vertical" onFinish={send} style={{ marginTop: 16 }}>
        {common.length > 0 && (
          <Form.Item label={t('commonReason')}>
            <Select
              aria-label={t('commonReason')}
              placeholder={t('commonReasonHint')}
              options={common.map((reason) => ({ value: reason, label: reason }))}
              onChange={(reason: string) => form.setFieldsValue({ reason })}
            />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={t(isNeeded ? 'reason' : 'reasonOptional')}
          rules={isNeeded ? [{ required: true, whitespace: true, message: t('reasonNeeded') }] : []}
        >
          <Input.TextArea rows={3} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
      <Alert type="info" showIcon title={decision === kind.revocation ? kind.t('help.takeBack') : t('help')} />
    </Modal>
  )
}
