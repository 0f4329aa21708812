import { useRef, useState } from 'react'
import type { Team } from '@lectern/contract/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { useCaughtFocus } from '../../accounts/use-caught-focus.ts'
import { revokeInvitation } from '../api.ts'
import styles from './inviting.module.css'

type Pending = Team['invitations'][number]

interface PendingListProps {
  team: Team
  /** Absent: read-only. */
  revoking?: { client: Client; onRevoked: () => unknown }
}

/** Open invitations. */
export const PendingList = ({ team, revoking }: PendingListProps) => {
  const intl = useIntl()
  const place = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Pending>()
  const revoke = async (): Promise<void> => {
    const params = { id: team.id, invitationId: asked!.id }
    await revoking!.client(revokeInvitation, { params }, { inPlaceSignIn: true })
    await revoking!.onRevoked()
  }
  useCaughtFocus(asked !== undefined, place)
  return (
    <div ref={place} tabIndex={-1}>
      {team.invitations.length === 0 && (
        <p className={styles.until}>
          <FormattedMessage id="team.pendingNone" />
        </p>
      )}
      <ul className={styles.pending}>
        {team.invitations.map((pending) => (
          <li key={pending.id}>
            <div className={styles.asked}>
              <p className={styles.to}>
                {pending.to}
                <span className={styles.role}>
                  <FormattedMessage id={`team.role.${pending.role}`} />
                </span>
              </p>
              <p className={styles.until}>
                <FormattedMessage
                  id="team.invitationUntil"
                  values={{
                    moment: <DateTime key="moment" value={pending.expiresAt} exact timeZone={team.activity.timeZone} />,
                  }}
                />
              </p>
            </div>
            {revoking && team.may.edit === null && (
              <button
                type="button"
                className="button quiet"
                aria-label={intl.formatMessage({ id: 'team.revokeNamed' }, { person: pending.to })}
                onClick={() => setAsked(pending)}
              >
                <FormattedMessage id="team.revoke" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        title={intl.formatMessage({ id: 'team.revokeTitle' })}
        object={asked?.to ?? ''}
        action={<FormattedMessage id="team.revoke" />}
        danger
        onConfirm={revoke}
        onClose={() => setAsked(undefined)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="team.revokeAbout" />
        </p>
      </ConfirmDialog>
    </div>
  )
}
