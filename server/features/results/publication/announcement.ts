import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, lte, min, sql } from '../../../platform/database/drizzle.ts'
import { permitted } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { takeStep } from '../../steps/service.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { moveList, otherLists } from '../lists/list-queries.ts'
import { lockResults } from '../locks.ts'
import { resultList } from '../tables.ts'

/** What was announced before makes way for a newer list. */
export const supersedeAnnounced = async (
  db: Database,
  list: { id: ResultListId; activityId: ActivityId },
  at: Date,
): Promise<void> => {
  for (const older of await otherLists(db, list.activityId, list.id, ['announced']))
    await moveList(db, older, 'superseded', { supersededAt: at })
}

/** Tells programs elsewhere of an announcement: once its time has come, never when it is only planned. */
export const queueAnnounced = (ctx: Ctx, list: { id: ResultListId; activityId: ActivityId }): Promise<void> =>
  queueEvents(ctx, 'list.announced', [{ id: list.id, activity: list.activityId }])

/** Writes down that the time of an announcement has come. Requires a transaction that has locked the results of the activity. */
export const announceDue = async (ctx: Ctx, id: ActivityId): Promise<void> => {
  const { db, now } = ctx
  const due = await db
    .select({ id: resultList.id, version: resultList.version, announcedAt: resultList.announcedAt })
    .from(resultList)
    .where(and(eq(resultList.activityId, id), eq(resultList.state, 'final'), lte(resultList.announcedAt, now)))
    .orderBy(asc(resultList.number))
  for (const list of due)
    await takeStep(ctx, {
      lock: async () => list,
      may: () => permitted,
      move: async () => {
        await supersedeAnnounced(db, { id: list.id, activityId: id }, list.announcedAt!)
        await moveList(db, list, 'announced', {})
        return {
          after: undefined,
          notify: () => queueAnnounced(ctx, { id: list.id, activityId: id }),
          log: {
            action: 'list.announced',
            subject: { kind: 'resultList', id: list.id },
            before: { state: 'final' },
            after: { state: 'announced', at: list.announcedAt!.toISOString() },
          },
        }
      },
    })
}

/** The job that follows announcements. Visitors do not wait for it: the gate asks for the time alone. */
export const followAnnouncements = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.db
    .selectDistinct({ activityId: resultList.activityId })
    .from(resultList)
    .where(and(eq(resultList.state, 'final'), lte(resultList.announcedAt, ctx.now)))
  for (const { activityId } of due)
    await inTransaction(ctx, async (inner) => {
      await lockResults(inner.db, activityId)
      await announceDue(inner, activityId)
    })
}

/** When a list is announced next, or a publicity ends. */
export const nextResultChange = async (db: Database, now: Date): Promise<Date | undefined> => {
  const [announced] = await db
    .select({ at: min(resultList.announcedAt) })
    .from(resultList)
    .where(gt(resultList.announcedAt, now))
  const [ended] = await db
    .select({ at: min(resultList.publicityUntil) })
    .from(resultList)
    .where(and(gt(resultList.publicityUntil, now), sql`${resultList.publicityUntil} is not null`))
  const moments = [announced?.at, ended?.at].flatMap((at) => at ?? [])
  return moments.length > 0 ? new Date(Math.min(...moments.map((at) => at.getTime()))) : undefined
}
