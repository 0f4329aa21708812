import { App, Button, Popconfirm, Space, Typography } from 'antd'
import { useState } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { Link } from '../../../router/link.tsx'
import { enrolmentPath } from '../../enrolments/enrolment-address.ts'
import { enrolmentStart, enrolmentSubmission } from '../api.ts'
import { useTeamWords } from '../team-words.ts'

interface BehalfActionsProps {
  client: Client
  team: { id: TeamId; name: string }
  /** Nothing, as long as the team has not begun. */
  enrolment: Enrolment | undefined
  onChanged: () => void
}

/** Enrols for a team that cannot do it by itself; it is told. */
export const BehalfActions = ({ client, team, enrolment, onChanged }: BehalfActionsProps) => {
  const { say, state: word } = useTeamWords()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [keyOf] = useState(createKeys)
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      void message.success(say(done))
    } catch {
      // The request has said why; what is stored now is shown.
    }
    setBusy(false)
    onChanged()
  }
  if (!enrolment) {
    const body = { teamId: team.id }
    const begin = () => client(enrolmentStart, { body }, { headers: { 'Idempotency-Key': keyOf(body) } })
    return (
      <Button loading={busy} onClick={() => void act(begin, 'begun')}>
        {say('begin')}
      </Button>
    )
  }
  const { id, version, state, may, problems, activity } = enrolment
  if (state !== 'draft' && state !== 'returned')
    return <Typography.Text type="secondary">{say('behalfOver', { state: word(state) })}</Typography.Text>
  const isIncomplete = problems.length > 0
  const submit = () =>
    client(
      enrolmentSubmission,
      { params: { id }, body: { version } },
      { headers: { 'Idempotency-Key': keyOf({ id, version }) } },
    )
  return (
    <Space orientation="vertical">
      {may.edit === null && (
        <Link to={enrolmentPath(activity.id, id)}>
          {say(isIncomplete ? 'fillInMissing' : 'fillIn', { count: problems.length })}
        </Link>
      )}
      {may.submit === null ? (
        <Popconfirm
          title={say('submitConfirm', { team: team.name })}
          okText={say('submit')}
          onConfirm={() => act(submit, 'submitted')}
          disabled={isIncomplete}
        >
          <Button disabled={isIncomplete} loading={busy}>
            {say('submit')}
          </Button>
        </Popconfirm>
      ) : (
        <Typography.Text type="secondary">{may.submit}</Typography.Text>
      )}
    </Space>
  )
}
