import type { RoundId, TaskId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers } from '../steps/service.ts'

export const activitiesOfRound = ({ id }: { id: RoundId | SQL }): SQL =>
  sql`select round_activity.activity_id from round_activity where round_activity.round_id = ${id}`

/** That a round, given by its id, judges works of one of these activities. */
export const whereRoundOf = (id: SQL, activities: SQL): SQL => sql`exists (
  select from round_activity
  where round_activity.round_id = ${id} and round_activity.activity_id = any (${activities})
)`

/** Whoever takes part in an activity of a round neither changes it nor learns who judges, and how. */
export const roundsOfOthers = forOthers(activitiesOfRound)

export const activitiesOfTask = (id: TaskId): SQL => sql`
  select round_activity.activity_id from task
  join round_activity on round_activity.round_id = (task.input ->> 'round')::uuid
  where task.id = ${id}
`
