import type { TaskId, WorkId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers, onBehalfOfOthers } from '../steps/service.ts'

// Which activities a step of an organiser is about: whoever takes part in one of them may not take it.

export const activitiesOfWork = ({ id }: { id: WorkId }): SQL =>
  sql`select work.activity_id from work where work.id = ${id}`

export const worksOfOthers = forOthers(activitiesOfWork)

export const teamOfWork = ({ id }: { id: WorkId }): SQL => sql`select work.team_id from work where work.id = ${id}`

export const worksOnBehalf = onBehalfOfOthers(({ id }: { id: WorkId }) => ({
  team: teamOfWork({ id }),
  activities: activitiesOfWork({ id }),
}))

/** Tasks about one file, one work or a whole activity. */
export const activitiesOfTask = (id: TaskId): SQL => sql`
  select (task.input ->> 'activity')::uuid from task where task.id = ${id} and task.input ->> 'activity' is not null
  union all
  select work.activity_id from task join work on work.id = (task.input ->> 'work')::uuid where task.id = ${id}
  union all
  select work.activity_id from task
  join work_file on work_file.id = (task.input ->> 'file')::uuid
  join work on work.id = work_file.work_id
  where task.id = ${id}
`
