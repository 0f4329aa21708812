import { useIntl, hasMessage } from '../../../../ui/intl.tsx'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { needsReason, type Decision } from '@lectern/contract/enrolment-values.ts'
import type { Decidable } from '../decide.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'

/** Frequent reasons; each is a message. */
const commonReasons: { [D in Decision]: readonly IdAfter<`office.enrolments.reason.${D}.`>[] } = {
  approved: [],
  returned: ['answers', 'files', 'people', 'activity'],
  rejected: ['eligibility', 'duplicate', 'scope', 'integrity'],
  submitted: ['slip', 'newFacts', 'appeal'],
}

const namesShown = 8
const maxReasonLength = 2_000

const Names = ({ items }: { items: readonly Decidable[] }) => {
  const { t } = useEnrolmentWords()
  const rest = items.length - namesShown
  return (
    <ul style={{ marginBottom: 16, paddingInlineStart: 20 }}>
      {items.slice(0, namesShown).map(({ id, number, team }) => (
        <li key={id}>
          {number ?? t('noNumber')} · {team.name}
        </li>
      ))}
      {rest > 0 && <li>{t('more', { count: rest })}</li>}
    </ul>
  )
}

interface DecisionDialogProps {
  decision: Decision
  items: readonly Decidable[]
  onDecide: (reason: string) => Promise<void>
  onClose: (isDecided: boolean) => void
}

/** Confirmation of a decision, with its reason. */
export const DecisionDialog = ({ decision, items, onDecide, onClose }: DecisionDialogProps) => {
  const { t } = useEnrolmentWords()
  const [form] = Form.useForm<{ reason?: string }>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const isNeeded = items.some(({ state }) => needsReason(state, decision))
  const common: readonly string[] = commonReasons[decision]
  const intl = useIntl()
  const reasonOf = (name: string): string => {
    const id = `office.enrolments.reason.${decision}.${name}`
    return hasMessage(intl, id) ? intl.formatMessage({ id }) : name
  }
  const send = async ({ reason }: { reason?: string }): Promise<void> => {
    setBusy(true)
    await onDecide(reason?.trim() ?? '')
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t(`ask.${decision}`, { count: items.length })}
      okText={t(`do.${decision}`)}
      okButtonProps={{ danger: decision === 'rejected', loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={() => onClose(busy)}
    >
      <Names items={items} />
      <Form form={form} layout="vertical" onFinish={send}>
        {common.length > 0 && (
          <Form.Item label={t('commonReason')}>
            <Select
              aria-label={t('commonReason')}
              placeholder={t('commonReasonHint')}
              options={common.map((name) => ({ value: name, label: reasonOf(name) }))}
              onChange={(name: string) => form.setFieldsValue({ reason: reasonOf(name) })}
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
      <Alert type="info" showIcon title={t(decision === 'submitted' ? 'help.takeBack' : 'help.decide')} />
    </Modal>
  )
}
