import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Space, Typography } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { startEnrolment, submitEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Link } from '../../../../router/link.tsx'
import { catchFocus } from '../../../admin-ui/catch-focus.ts'
import { enrolmentPath } from '../../enrolment-address.ts'
import { useTeamWords } from '../../../teams/office/team-words.ts'

interface BehalfActionsProps {
  client: Client
  team: { id: TeamId; name: string }
  /** Undefined if the team has not started. */
  enrolment: Enrolment | undefined
  /** Reloads the stored state. */
  onChanged: () => Promise<unknown>
}

interface ActionsProps extends BehalfActionsProps {
  /** Called after the dialog; the button that opened it may be gone. */
  onAnswered: () => void
}

const Actions = ({ client, team, enrolment, onChanged, onAnswered }: ActionsProps) => {
  const { t, state: word } = useTeamWords()
  const { message, modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [keyOf] = useState(createKeys)
  const act = async (work: () => Promise<unknown>, done: IdAfter<'office.teams.'>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      void message.success(t(done))
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    await onChanged()
    setBusy(false)
  }
  if (!enrolment) {
    const body = { teamId: team.id }
    const begin = () => client(startEnrolment, { body }, { headers: { 'Idempotency-Key': keyOf(body) } })
    return (
      <Button loading={busy} onClick={() => void act(begin, 'begun')}>
        {t('begin')}
      </Button>
    )
  }
  const { id, version, state, may, problems, activity } = enrolment
  if (state !== 'draft' && state !== 'returned')
    return <Typography.Text type="secondary">{t('behalfOver', { state: word(state) })}</Typography.Text>
  const isIncomplete = problems.length > 0
  const submit = () =>
    client(
      submitEnrolment,
      { params: { id }, body: { version } },
      { headers: { 'Idempotency-Key': keyOf({ id, version }) } },
    )
  const ask = (): void => {
    modal.confirm({
      title: t('submitConfirm', { team: team.name }),
      okText: t('submit'),
      onOk: () => act(submit, 'submitted'),
      afterClose: onAnswered,
    })
  }
  return (
    <Space orientation="vertical">
      {may.edit === null && (
        <Link to={enrolmentPath(activity.id, id)}>
          {t(isIncomplete ? 'fillInMissing' : 'fillIn', { count: problems.length })}
        </Link>
      )}
      {may.submit === null ? (
        <Button disabled={isIncomplete} loading={busy} aria-haspopup="dialog" onClick={ask}>
          {t('submit')}
        </Button>
      ) : (
        <Typography.Text type="secondary">{may.submit}</Typography.Text>
      )}
    </Space>
  )
}

/** Enrols on behalf of a team, which is notified. */
export const BehalfActions = (props: BehalfActionsProps) => {
  const place = useRef<HTMLDivElement>(null)
  const state = props.enrolment?.state
  const lastState = useRef(state)
  useEffect(() => {
    if (lastState.current !== state) catchFocus(place.current)
    lastState.current = state
  }, [state])
  return (
    <div ref={place} tabIndex={-1}>
      <Actions {...props} onAnswered={() => catchFocus(place.current)} />
    </div>
  )
}
