import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Team } from '@lectern/contract/teams.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { missingMembers, shownStep } from '../next-step.ts'
import { WaitingLine } from '../../enrolments/components/waiting-line.tsx'
import styles from './next-step.module.css'

interface NextStepProps {
  team: Pick<Team, 'id' | 'role' | 'step' | 'why' | 'enrolment' | 'waiting' | 'activity'>
  /** Without advisors. */
  members: number
  /** Where there is nothing to do, the way to the team itself. */
  otherwise?: { label: IdAfter<'team.go.'>; to: string }
}

/** How it stands with a team, and the one button that leads on. */
export const NextStep = ({ team, members, otherwise }: NextStepProps) => {
  const { text, action = otherwise } = shownStep(team)
  // Where it stands on the list says it all.
  const isQueued = team.waiting !== null && team.step === 'fill'
  const missing = missingMembers({ activity: team.activity, members })
  return (
    <div className={styles.step}>
      {team.waiting && (
        <p>
          <strong>
            <WaitingLine waiting={team.waiting} timeZone={team.activity.timeZone} />
          </strong>
        </p>
      )}
      {(team.why !== null || !isQueued) && (
        <p>{team.why ?? <FormattedMessage id={`team.step.${text}`} values={{ missing }} />}</p>
      )}
      {action && (
        <Link className="button" to={action.to}>
          <FormattedMessage id={`team.go.${action.label}`} />
        </Link>
      )}
    </div>
  )
}
