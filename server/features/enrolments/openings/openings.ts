import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockOwnAccount } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import {
  deadlineOf,
  isOpen,
  requireRunningActivity,
  runningActivities,
  type RunningActivity,
} from '../../competition/service.ts'
import { sendNotices } from '../../notices/service.ts'
import {
  addOpeningWish,
  awaitedActivities,
  deleteOpeningWish,
  deleteOpeningWishesOf,
  hasOpeningWish,
  takeOpeningWishes,
} from './opening-queries.ts'

/** Whether enrolment is scheduled and has not begun. */
export const isUpcoming = ({ id, state, phases }: RunningActivity, now: Date): boolean => {
  const deadline = deadlineOf(phases, id, stagePhases.enrolment)
  return state === 'published' && deadline !== undefined && now < deadline.opensAt
}

/** Whether this user has asked to be notified of the opening. */
export const wantsToKnowOpening = (ctx: SignedIn, id: ActivityId): Promise<boolean> =>
  hasOpeningWish(ctx.db, id, ctx.actor.id)

/** Idempotent: a second call changes nothing. */
export const wishForOpening = (outer: SignedIn, activityId: ActivityId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockOwnAccount(ctx)
    const activity = await requireRunningActivity(ctx, activityId)
    if (!isUpcoming(activity, ctx.now)) throw fail('activity.notUpcoming')
    const isNew = await addOpeningWish(ctx.db, { activityId, accountId: ctx.actor.id, createdAt: ctx.now })
    if (isNew) await audit(ctx, 'opening.wished', { subject: { kind: 'activity', id: activityId } })
  })

export const dropOpeningWish = (outer: SignedIn, activityId: ActivityId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const isDropped = await deleteOpeningWish(ctx.db, activityId, ctx.actor.id)
    if (isDropped) await audit(ctx, 'opening.unwished', { subject: { kind: 'activity', id: activityId } })
  })

/** Runs in the transaction that deletes the account. */
export const forgetOpeningWishes = ({ db }: Ctx, accountId: AccountId): Promise<void> =>
  deleteOpeningWishesOf(db, accountId)

const batch = 100

/**
 * Notifies some of those who wait for an activity and deletes their wishes in the same transaction: nobody is
 * notified twice, and nobody is left out. Returns how many there were.
 */
const notifySome = (outer: Ctx, activity: RunningActivity, closesAt: Date): Promise<number> =>
  inTransaction(outer, async (ctx) => {
    const accounts = await takeOpeningWishes(ctx.db, activity.id, batch)
    const activities = sql`select ${activity.id}::uuid`
    await sendNotices(
      ctx,
      accounts.map((account) => ({
        to: { account },
        kind: 'contest',
        message: 'enrolment.opened',
        values: {
          activity: { inLanguages: activity.name },
          until: { moment: closesAt, timeZone: activity.edition.timeZone },
        },
        link: `/EnrollFor/${activity.id}`,
        activities,
      })),
    )
    return accounts.length
  })

/** A job: notifies those who asked for it that enrolment has opened. */
export const notifyOpenings = async (ctx: Ctx): Promise<void> => {
  const activities = await runningActivities(ctx, await awaitedActivities(ctx.db))
  for (const activity of activities.values()) {
    const deadline = deadlineOf(activity.phases, activity.id, stagePhases.enrolment)
    if (activity.state !== 'published' || !deadline || !isOpen(deadline, ctx.now)) continue
    while ((await notifySome(ctx, activity, deadline.closesAt)) === batch);
  }
}
