import type { FoundTeam } from '@lectern/contract/teams/office-teams.ts'
import { useTeamWords } from '../team-words.ts'

/** State of a team's enrolment, with its number unbroken. */
export const TeamEnrolmentState = ({ enrolment }: Pick<FoundTeam, 'enrolment'>) => {
  const { state } = useTeamWords()
  if (!enrolment?.number) return state(enrolment?.state)
  return (
    <span>
      {state(enrolment.state)} ·{' '}
      <span translate="no" style={{ whiteSpace: 'nowrap' }}>
        {enrolment.number}
      </span>
    </span>
  )
}
