import { putOnWaitingList, removeFromWaitingList } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Form, Input, Modal, Typography } from 'antd'
import { useState } from 'react'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'

interface WaitingListDialogProps {
  client: Client
  change: 'add' | 'remove'
  enrolmentId: EnrolmentId
  /** The name of the team. */
  team: string
  onChanged: () => unknown
  onClose: () => void
}

/** Puts a team on the waiting list or removes it; the team is notified of the reason. */
export const WaitingListDialog = (props: WaitingListDialogProps) => {
  const { client, change, enrolmentId, team, onChanged, onClose } = props
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reason: string }>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const t = (key: IdAfter<'office.activities.waiting.'>): string =>
    intl.formatMessage({ id: `office.activities.waiting.${key}` }, { team })
  const submit = (body: { reason: string }): void =>
    void office.send(async () => {
      const request = { params: { id: enrolmentId }, body }
      await (change === 'add'
        ? client(putOnWaitingList, request, formCall)
        : client(removeFromWaitingList, request, formCall))
      void message.success(t(change === 'add' ? 'added' : 'removed'))
      await onChanged()
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={t(`${change}.title`)}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={[
        <Button key="cancel" onClick={() => setOpen(false)}>
          <FormattedMessage id="office.delete.cancel" />
        </Button>,
        <Button
          key="change"
          danger={change === 'remove'}
          type="primary"
          loading={office.busy}
          onClick={() => form.submit()}
        >
          {t(change)}
        </Button>,
      ]}
    >
      <ProblemSummary form={office} />
      <Typography.Paragraph>{t(`${change}.about`)}</Typography.Paragraph>
      <Form form={form} name="waiting-change" layout="vertical" initialValues={{ reason: '' }} onFinish={submit}>
        <Form.Item name="reason" label={t('remove.reason')}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
