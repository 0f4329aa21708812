import type { EnrolmentId, ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers, onBehalfOfOthers } from '../steps/service.ts'

// Which activities a step of an organiser is about: whoever takes part in one of them may not take it.

export const activitiesOfEnrolment = ({ id }: { id: EnrolmentId }): SQL =>
  sql`select enrolment.activity_id from enrolment where enrolment.id = ${id}`

export const enrolmentsOfOthers = forOthers(activitiesOfEnrolment)

export const enrolmentsOnBehalf = onBehalfOfOthers(({ id }: { id: EnrolmentId }) => ({
  team: sql`select enrolment.team_id from enrolment where enrolment.id = ${id}`,
  activities: activitiesOfEnrolment({ id }),
}))

export const activityOfTeam = ({ id }: { id: TeamId }): SQL =>
  sql`select team.activity_id from team where team.id = ${id}`

export const teamsOfOthers = forOthers(activityOfTeam)

export const extensionsOfOthers = forOthers(
  ({ id }: { id: ExtensionId }) => sql`
    select team.activity_id from extension join team on team.id = extension.team_id where extension.id = ${id}
  `,
)
