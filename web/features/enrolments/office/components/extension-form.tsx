import { grantExtension } from '@lectern/contract/competition/extensions.ts'
import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { extendedKinds, type ExtendedKind } from '@lectern/contract/competition/competition-values.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { parseMoment } from '../../../admin-ui/moment-text.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useTeamWords } from '../../../teams/office/team-words.ts'

interface ExtensionFormProps {
  client: Client
  teamId: TeamId
  /** Time zone of the input. */
  timeZone: string
  /** What is extended unless another phase is chosen. */
  usualKind: ExtendedKind
  onGranted: () => void
}

interface Fields {
  kind: ExtendedKind
  until: string
  reason: string
}

/** Grants one team an extension, with a reason for the team. */
export const ExtensionForm = ({ client, teamId, timeZone, usualKind, onGranted }: ExtensionFormProps) => {
  const { t } = useTeamWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const submit = ({ kind, until: typed, reason }: Fields): void => {
    const until = parseMoment(typed, timeZone)
    const problems = [
      ...(until ? [] : [{ path: 'until', message: t('untilUnreadable') }]),
      ...(reason.trim() ? [] : [{ path: 'reason', message: t('reasonNeeded') }]),
    ]
    office.show(problems)
    if (!until || problems.length > 0) return
    void office.send(async () => {
      const body = { kind, until, reason }
      const headers = { 'Idempotency-Key': keyOf({ teamId, body }) }
      await client(grantExtension, { params: { id: teamId }, body }, { ...formCall, headers })
      void message.success(t('granted'))
      form.resetFields()
      onGranted()
    })
  }
  return (
    <Form
      form={form}
      name="extension"
      layout="vertical"
      initialValues={{ kind: usualKind, until: '', reason: '' }}
      onFinish={submit}
    >
      <ProblemSummary form={office} />
      <Form.Item name="kind" label={t('kind')}>
        <Select
          style={{ maxWidth: 220 }}
          options={extendedKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
      </Form.Item>
      <Form.Item name="until" label={t('until')} extra={t('untilHelp', { zone: timeZone })}>
        <MomentTextField timeZone={timeZone} />
      </Form.Item>
      <Form.Item name="reason" label={t('reason')} extra={t('reasonHelp')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={office.busy}>
        {t('grant')}
      </Button>
    </Form>
  )
}
