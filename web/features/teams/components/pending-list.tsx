import { useRef, useState } from 'react'
import { revokeInvitation, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { useCaughtFocus } from '../../accounts/use-caught-focus.ts'
import styles from './invite.module.css'

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
  const [dialog, setDialog] = useState<Pending>()
  const revoke = async (): Promise<void> => {
    const params = { id: team.id, invitationId: dialog!.id }
    await revoking!.client(revokeInvitation, { params }, { inPlaceSignIn: true })
    await revoking!.onRevoked()
  }
  useCaughtFocus(dialog !== undefined, place)
  return (
    <div ref={place} tabIndex={-1}>
      {team.invitations.length === 0 && (
        <p className="muted small">
          <FormattedMessage id="team.pendingNone" />
        </p>
      )}
      <ul className={styles.pending}>
        {team.invitations.map((pending) => (
          <li key={pending.id}>
            <div className={styles.asked}>
              <p className="strong break-anywhere">
                {pending.to}
                <span className={`muted small ${styles.role}`}>
                  <FormattedMessage id={`team.role.${pending.role}`} />
                </span>
              </p>
              <p className="muted small">
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
                onClick={() => setDialog(pending)}
              >
                <FormattedMessage id="team.revoke" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={dialog !== undefined}
        title={intl.formatMessage({ id: 'team.revokeTitle' })}
        object={dialog?.to ?? ''}
        action={<FormattedMessage id="team.revoke" />}
        danger
        onConfirm={revoke}
        onClose={() => setDialog(undefined)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="team.revokeAbout" />
        </p>
      </ConfirmDialog>
    </div>
  )
}
