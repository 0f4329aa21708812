import { useRef, useState } from 'react'
import type { InvitedRole } from '@lectern/contract/teams/team-values.ts'
import { joinTeam, type Team, type TeamToJoin as Joinable } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { ButtonSpinner } from '../../../ui/form/button-spinner.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { teamPath } from '../team-address.ts'
import styles from './invitation-card.module.css'
import { Refusal } from './team-facts.tsx'
import { TeamToJoin } from './team-to-join.tsx'

interface JoinTeamProps {
  team: Joinable
  code: string
  role: InvitedRole
  client: Client
  onJoined: (team: Team) => unknown
  /** Called when joining was refused, because something has changed. */
  onRefused: () => unknown
}

/** Shows the team of a code before joining it. */
export const JoinTeam = ({ team, code, role, client, onJoined, onRefused }: JoinTeamProps) => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const join = async (): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await onJoined(await client(joinTeam, { params: { code }, query: { role } }, { inPlaceSignIn: true }))
    } catch {
      // The request has shown the reason.
      await onRefused()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <TeamToJoin team={team} role={role} headingLevel="h2">
      {team.refusal && <Refusal why={team.refusal} />}
      <div className={`row gap-12 ${styles.actions}`}>
        {team.isIn && (
          <>
            <p>
              <FormattedMessage id="team.isIn" />
            </p>
            <Link className="button" to={teamPath(team.id)}>
              <FormattedMessage id="team.go.team" />
            </Link>
          </>
        )}
        {!team.isIn && !team.refusal && (
          <button type="button" className="button" aria-disabled={busy || undefined} onClick={() => void join()}>
            {busy && <ButtonSpinner />}
            <FormattedMessage id={`team.join.${role}`} />
          </button>
        )}
      </div>
    </TeamToJoin>
  )
}
