import type { Team, TeamHead } from '@lectern/contract/teams/teams.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { StepUntil } from '../../journey/components/step-texts.tsx'
import styles from './team-facts.module.css'

type Enrolled = Pick<Team, 'enrolment'>

/** State of the enrolment as a tag. */
export const TeamState = ({ enrolment }: Enrolled) => {
  const state = enrolment?.state ?? 'none'
  return (
    <span className={styles.state} data-state={state}>
      <FormattedMessage id={`team.state.${state}`} />
    </span>
  )
}

/** Deadline of the next step. */
export const TeamDeadline = ({
  team: { next, waiting, activity },
}: {
  team: Pick<Team, 'next' | 'waiting' | 'activity'>
}) =>
  // The waiting list shows until when a seat is reserved.
  next.until === null || waiting ? null : <Deadline until={next.until} timeZone={activity.timeZone} />

export const Deadline = ({ until, timeZone }: { until: string; timeZone: string }) => (
  <p className={styles.deadline}>
    <StepUntil until={until} timeZone={timeZone} />
  </p>
)

/** Number of people, and the limits. */
export const TeamSize = ({ activity, members, advisors }: Pick<TeamHead, 'activity' | 'members' | 'advisors'>) => (
  <>
    <span>
      <FormattedMessage
        id="team.memberCount"
        values={{
          members,
          least: activity.teamMin,
          most: activity.teamMax,
          range: activity.teamMin === activity.teamMax ? 'one' : 'many',
        }}
      />
    </span>
    {activity.advisorsMax > 0 && (
      <span>
        <FormattedMessage id="team.advisorCount" values={{ advisors, most: activity.advisorsMax }} />
      </span>
    )}
  </>
)

/** Number of members and advisors in a team. */
export const countOf = ({ members }: Pick<Team, 'members'>): Pick<TeamHead, 'members' | 'advisors'> => {
  const advisors = members.filter(({ role }) => role === 'advisor').length
  return { members: members.length - advisors, advisors }
}

/** Shows the reason instead of an action that is not allowed. */
export const Refusal = ({ why }: { why: string }) => (
  <p className={`muted small break-anywhere ${styles.refusal}`}>{why}</p>
)
