import { App, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { handOver, type Team, type TeamMember } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../../request/client.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useTeamWords } from '../team-words.ts'

interface CaptainDialogProps {
  client: Client
  team: Pick<Team, 'id' | 'name'>
  member: TeamMember
  /** Reloads the stored state. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/** Replaces a captain who cannot be reached; everybody in the team is notified with the reason. */
export const CaptainDialog = ({ client, team, member, onChanged, onClose }: CaptainDialogProps) => {
  const { t } = useTeamWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reason: string }>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const submit = ({ reason }: { reason: string }): void => {
    office.show(reason.trim() ? [] : [{ path: 'reason', message: t('reasonNeeded') }])
    if (!reason.trim()) return
    void office.send(async () => {
      await client(handOver, { params: { id: team.id }, body: { uid: member.uid, reason } }, formCall)
      void message.success(t('captainChanged'))
      await onChanged()
      setOpen(false)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('captainTitle', { name: member.name, team: team.name })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={[
        <Button key="cancel" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>,
        <Button key="save" type="primary" loading={office.busy} onClick={() => form.submit()}>
          {t('makeCaptain')}
        </Button>,
      ]}
    >
      <ProblemSummary form={office} />
      <p>{t('captainHelp')}</p>
      <Form form={form} name="captain" layout="vertical" initialValues={{ reason: '' }} onFinish={submit}>
        <Form.Item name="reason" label={t('reason')} extra={t('reasonHelp')}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
