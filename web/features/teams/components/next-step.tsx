import type { Team } from '@lectern/contract/teams/teams.ts'
import { WaitingListPlace } from '../../enrolments/components/waiting-list-place.tsx'
import { StepLink, StepText } from '../../journey/components/step-texts.tsx'
import { teamPath } from '../team-address.ts'
import styles from './next-step.module.css'

interface NextStepProps {
  team: Pick<Team, 'id' | 'next' | 'waiting' | 'activity'>
  /** Shown on the team's own page. */
  isHere?: boolean
}

/** The state of a team, and the button for the next step. */
export const NextStep = ({ team: { id, next, waiting, activity }, isHere = false }: NextStepProps) => (
  <div className={`cluster between ${styles.step}`}>
    <div className={styles.words}>
      {next.step !== 'refused' && (
        <p>
          <StepText next={next} />
        </p>
      )}
      {waiting && (
        <p>
          <strong>
            <WaitingListPlace waiting={waiting} timeZone={activity.timeZone} />
          </strong>
        </p>
      )}
      {next.why !== null && <p>{next.why}</p>}
    </div>
    <StepLink next={next} isQuiet={false} {...(isHere && { here: teamPath(id) })} />
  </div>
)
