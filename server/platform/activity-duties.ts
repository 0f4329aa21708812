import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Actor } from './context.ts'
import { sql, type SQL } from './database/drizzle.ts'
import { isOrganiser } from './policy.ts'

// Whoever looks after certain activities only sees and changes nothing of the others. What "theirs" means is said here
// alone: for rows of a list, for activities that are selected, and for one activity.

/** The activities that an organiser looks after; null: all. */
export const activitiesInDuty = (actor: Actor): readonly ActivityId[] | null =>
  actor.kind === 'account' ? actor.activities : null

const listOf = (ids: readonly ActivityId[]): SQL => sql`${sql.param([...ids])}::uuid[]`

/** Rows about these activities; `activityId` is their column. Undefined: about any. */
export const whereAmong = (ids: readonly ActivityId[] | null, activityId: SQL): SQL<boolean> | undefined =>
  ids ? sql<boolean>`${activityId} = any (${listOf(ids)})` : undefined

/** Rows about activities that an organiser looks after. */
export const whereInDuty = (actor: Actor, activityId: SQL): SQL<boolean> | undefined =>
  whereAmong(activitiesInDuty(actor), activityId)

/** Selects those of the selected activities that an organiser does not look after. Undefined: there are none. */
export const activitiesBeyond = (actor: Actor, activities: SQL): SQL | undefined => {
  const own = activitiesInDuty(actor)
  return own ? sql`select id from (${activities}) as named(id) where id <> all (${listOf(own)})` : undefined
}

/** Whether the user is an organiser who looks after this activity. */
export const hasDutyFor = (actor: Actor, activityId: ActivityId): boolean =>
  isOrganiser(actor, 'activity') && (activitiesInDuty(actor)?.includes(activityId) ?? true)
