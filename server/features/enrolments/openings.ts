import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { keepSelf } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import {
  deadlineOf,
  isOpen,
  requireRunningActivity,
  runningActivities,
  type RunningActivity,
} from '../competition/service.ts'
import { sendNotice } from '../notices/service.ts'
import { openingWish } from './tables.ts'

/** Whether enrolment is announced and has not begun. */
export const isUpcoming = ({ id, state, phases }: RunningActivity, now: Date): boolean => {
  const deadline = deadlineOf(phases, id, 'enrolment')
  return state === 'published' && deadline !== undefined && now < deadline.opensAt
}

const isWish = (activityId: ActivityId, accountId: AccountId) =>
  and(eq(openingWish.activityId, activityId), eq(openingWish.accountId, accountId))

export const hasOpeningWish = async (db: Database, activityId: ActivityId, accountId: AccountId): Promise<boolean> => {
  const [found] = await db.select({ id: openingWish.activityId }).from(openingWish).where(isWish(activityId, accountId))
  return found !== undefined
}

/** Asked twice, it is one wish. */
export const wishForOpening = (outer: SignedIn, activityId: ActivityId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await keepSelf(ctx)
    const activity = await requireRunningActivity(ctx, activityId)
    if (!isUpcoming(activity, ctx.now)) throw fail('activity.notUpcoming')
    const { rowCount } = await ctx.db
      .insert(openingWish)
      .values({ activityId, accountId: ctx.actor.id, createdAt: ctx.now })
      .onConflictDoNothing()
    if (rowCount === 1) await audit(ctx, 'opening.wished', { subject: { kind: 'activity', id: activityId } })
  })

export const dropOpeningWish = (outer: SignedIn, activityId: ActivityId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db.delete(openingWish).where(isWish(activityId, ctx.actor.id))
    if (rowCount === 1) await audit(ctx, 'opening.unwished', { subject: { kind: 'activity', id: activityId } })
  })

/** With the account. */
export const forgetOpeningWishes = async ({ db }: Ctx, accountId: AccountId): Promise<void> => {
  await db.delete(openingWish).where(eq(openingWish.accountId, accountId))
}

const batch = 100

/**
 * Tells some of those who wait for an activity, and forgets their wishes in the same transaction: nobody is told twice, and nobody is
 * left out. Gives how many there were.
 */
const tellSome = (outer: Ctx, activity: RunningActivity, closesAt: Date): Promise<number> =>
  inTransaction(outer, async (ctx) => {
    const { rows } = await ctx.db.execute<{ account: AccountId }>(sql`
      delete from opening_wish where ctid = any (array(
        select ctid from opening_wish where activity_id = ${activity.id} limit ${batch} for update skip locked
      )) returning account_id as account
    `)
    for (const { account } of rows)
      await sendNotice(ctx, {
        to: { account },
        kind: 'contest',
        message: 'enrolment.opened',
        values: {
          activity: { inLanguages: activity.name },
          until: { moment: closesAt, timeZone: activity.edition.timeZone },
        },
        link: `/EnrollFor/${activity.id}`,
      })
    return rows.length
  })

/** A job: whoever wanted to know hears that enrolment has opened. */
export const tellOpenings = async (ctx: Ctx): Promise<void> => {
  const wished = await ctx.db.selectDistinct({ id: openingWish.activityId }).from(openingWish)
  const activities = await runningActivities(
    ctx,
    wished.map(({ id }) => id),
  )
  for (const activity of activities.values()) {
    const deadline = deadlineOf(activity.phases, activity.id, 'enrolment')
    if (activity.state !== 'published' || !deadline || !isOpen(deadline, ctx.now)) continue
    while ((await tellSome(ctx, activity, deadline.closesAt)) === batch);
  }
}
