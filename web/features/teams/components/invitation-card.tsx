import { useRef, useState } from 'react'
import type { TeamId } from '@lectern/contract/ids.ts'
import { answerInvitation, type MyInvitation } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ButtonSpinner } from '../../../ui/form/button-spinner.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './invitation-card.module.css'
import { Refusal } from './team-facts.tsx'
import { TeamToJoin } from './team-to-join.tsx'

interface InvitationCardProps {
  invitation: MyInvitation
  client: Client
  /** Called with the joined team; null: declined or expired. */
  onAnswered: (teamId: TeamId | null) => unknown
}

/** An invitation to a team: accept or decline, or why it cannot be accepted. */
export const InvitationCard = ({ invitation, client, onAnswered }: InvitationCardProps) => {
  const { id, role, invitedBy, expiresAt, team } = invitation
  const running = useRef(false)
  const [busy, setBusy] = useState<'accept' | 'decline'>()
  const answer = async (accept: boolean): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(accept ? 'accept' : 'decline')
    try {
      const { teamId } = await client(answerInvitation, { params: { id }, body: { accept } }, { inPlaceSignIn: true })
      await onAnswered(teamId)
    } catch {
      // The request has shown the reason; the list is reloaded.
      await onAnswered(null)
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  return (
    <TeamToJoin team={team} role={role} headingLevel="h3">
      <p className="muted small">
        <FormattedMessage
          id="team.invitedBy"
          values={{
            person: invitedBy,
            moment: <DateTime key="moment" value={expiresAt} exact timeZone={team.activity.timeZone} />,
          }}
        />
      </p>
      {team.refusal && <Refusal why={team.refusal} />}
      <div className={`row gap-12 ${styles.actions}`} aria-busy={busy !== undefined || undefined}>
        {!team.refusal && (
          <button type="button" className="button" aria-disabled={busy && true} onClick={() => void answer(true)}>
            {busy === 'accept' && <ButtonSpinner />}
            <FormattedMessage id="team.accept" />
          </button>
        )}
        <button type="button" className="button quiet" aria-disabled={busy && true} onClick={() => void answer(false)}>
          {busy === 'decline' && <ButtonSpinner />}
          <FormattedMessage id="team.decline" />
        </button>
      </div>
    </TeamToJoin>
  )
}
