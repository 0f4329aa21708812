import { useState } from 'react'
import { removeMember, disbandTeam, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Refusal } from './team-facts.tsx'
import styles from './leave-team.module.css'

interface EndingProps {
  team: Team
  client: Client
  /** Called when the user has left the team. */
  onGone: () => unknown
}

/** Lets a member or an advisor leave, or shows why they cannot. */
export const LeaveTeam = ({ team, ownId, client, onGone }: EndingProps & { ownId: string }) => {
  const intl = useIntl()
  const [isAsking, setAsking] = useState(false)
  const leave = async (): Promise<void> => {
    await client(removeMember, { params: { id: team.id, uid: ownId } }, { inPlaceSignIn: true })
    await onGone()
  }
  if (team.may.leave) return <Refusal why={team.may.leave} />
  return (
    <>
      <button type="button" className={`button quiet ${styles.danger}`} onClick={() => setAsking(true)}>
        <FormattedMessage id="team.leave" />
      </button>
      <ConfirmDialog
        open={isAsking}
        title={intl.formatMessage({ id: 'team.leave' })}
        object={team.name}
        action={<FormattedMessage id="team.leave" />}
        danger
        onConfirm={leave}
        onClose={() => setAsking(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="team.leaveAbout" />
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Lets the captain disband the team, after typing its name. */
export const DisbandTeam = ({ team, client, onGone }: EndingProps) => {
  const intl = useIntl()
  const [isAsking, setAsking] = useState(false)
  const disband = async (): Promise<void> => {
    await client(disbandTeam, { params: { id: team.id }, body: { name: team.name } }, { inPlaceSignIn: true })
    await onGone()
  }
  if (team.may.disband) return <Refusal why={team.may.disband} />
  return (
    <>
      <button type="button" className={`button quiet ${styles.danger}`} onClick={() => setAsking(true)}>
        <FormattedMessage id="team.disband" />
      </button>
      <ConfirmDialog
        open={isAsking}
        title={intl.formatMessage({ id: 'team.disband' })}
        object={team.name}
        action={<FormattedMessage id="team.disband" />}
        danger
        typed
        onConfirm={disband}
        onClose={() => setAsking(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="team.disbandAbout" />
        </p>
      </ConfirmDialog>
    </>
  )
}
