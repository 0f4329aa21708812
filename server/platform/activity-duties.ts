import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Actor } from './context.ts'
import { sql, type SQL } from './database/drizzle.ts'
import { isOrganiser } from './policy.ts'

// Whoever looks after certain activities only sees and changes nothing of the others. Both questions are answered here
// alone: for rows of a list, and for one activity.

/** Rows about activities that an organiser looks after; `activityId` is their column. Requires the duty `activity`. */
export const whereInDuty = (actor: Actor, activityId: SQL): SQL<boolean> =>
  actor.kind === 'account' && actor.activities
    ? sql<boolean>`${activityId} = any (${sql.param([...actor.activities])}::uuid[])`
    : sql<boolean>`true`

/** Whether the user is an organiser who looks after this activity. */
export const hasDutyFor = (actor: Actor, activityId: ActivityId): boolean =>
  isOrganiser(actor, 'activity') &&
  (actor.kind !== 'account' || actor.activities === null || actor.activities.includes(activityId))
