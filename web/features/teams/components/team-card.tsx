import type { TeamHead } from '@lectern/contract/teams/teams.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { teamPath } from '../team-address.ts'
import { NextStep } from './next-step.tsx'
import styles from './team-card.module.css'
import { TeamDeadline, TeamSize, TeamState } from './team-facts.tsx'

/** One of the user's teams: state, deadline and next step. */
export const TeamCard = ({ team }: { team: TeamHead }) => {
  const { activity, enrolment } = team
  return (
    <article className={`stack-fit gap-8 card ${styles.team}`}>
      <p className={`cluster muted small break-anywhere ${styles.facts}`}>
        <TeamState enrolment={enrolment} />
        <span lang={activity.locale}>{activity.name}</span>
        {enrolment?.number && <span translate="no">{enrolment.number}</span>}
      </p>
      <h3 className={styles.name}>
        <Link to={teamPath(team.id)}>{team.name}</Link>
      </h3>
      <p className={`cluster muted small break-anywhere ${styles.facts}`}>
        <span>
          <FormattedMessage id={`team.role.${team.role}`} />
        </span>
        <TeamSize activity={activity} members={team.members} advisors={team.advisors} />
      </p>
      <TeamDeadline team={team} />
      <div className={styles.next}>
        <NextStep team={team} />
      </div>
    </article>
  )
}
