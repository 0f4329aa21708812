import type { TeamId } from '@lectern/contract/ids.ts'
import type { TeamHead } from '@lectern/contract/teams/teams.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { NoTeams } from './no-teams.tsx'
import styles from './team-choice.module.css'

interface TeamChoiceProps {
  teams: readonly TeamHead[]
  pathOf: (id: TeamId) => string
}

/** Lets the user choose a team, if the address has none and there are several. */
export const TeamChoice = ({ teams, pathOf }: TeamChoiceProps) => {
  if (teams.length === 0) return <NoTeams />
  return (
    <>
      <p>
        <FormattedMessage id="team.choose" />
      </p>
      <ul className={`stack gap-12 ${styles.teams}`}>
        {teams.map(({ id, name, activity }) => (
          <li key={id}>
            <Link to={pathOf(id)}>
              <strong>{name}</strong>
              <span lang={activity.locale}>{activity.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
