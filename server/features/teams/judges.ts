import type { ActivityId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { judgedActivities } from './ports.ts'

/** The activities, of these, in which the current user must not be in a team. */
export const activitiesJudgedBy = async (
  { db, actor, installation }: SignedIn,
  among: readonly ActivityId[],
): Promise<ReadonlySet<ActivityId>> => {
  if (among.length === 0) return new Set()
  const lists = await Promise.all(installation.ports.all(judgedActivities).map((find) => find(db, actor.id, among)))
  return new Set(lists.flat())
}

/** Experts join no team whose work could come to them or their colleagues. */
export const checkNotJudge = async (ctx: SignedIn, activityId: ActivityId): Promise<Verdict> =>
  (await activitiesJudgedBy(ctx, [activityId])).has(activityId) ? refuse('reviewer.judgesHere') : permitted
