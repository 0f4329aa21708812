import type { AccountId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { daysBefore, zoneTime } from '../../../platform/moments.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { sendNotices, type NewNotice, type NoticeOf } from '../../notices/service.ts'
import { activitiesOfRound } from '../affected-activities.ts'
import type { RoundView } from '../setup/round-queries.ts'
import { reviewReminder } from '../tables.ts'

/** Where experts work. */
const deskPath = '/Review'

interface Told {
  id: RoundId
  name: LocalizedText
  closesAt: Date | null
  timeZone: string
}

/** An opened round has both times. */
type DealtRound = Pick<RoundView, keyof Told | 'opensAt'>

/** For an expert, in their language: `notice.review.<what>`. */
const noticeOf = (
  account: AccountId,
  what: NoticeOf<'review.'>,
  { id, name, closesAt, timeZone }: Told,
): NewNotice => ({
  to: { account },
  kind: 'contest',
  message: `review.${what}`,
  values: { round: { inLanguages: name }, ...(closesAt && { until: { moment: closesAt, timeZone } }) },
  link: deskPath,
  activities: activitiesOfRound({ id }),
})

export const notifyInvited = (ctx: Ctx, round: Pick<RoundView, keyof Told>, to: AccountId): Promise<void> =>
  sendNotices(ctx, [noticeOf(to, round.closesAt ? 'invitedUntil' : 'invited', round)])

/** Experts of a round with the number of works that they have to judge. */
const withOpenWorks = async (
  ctx: Ctx,
  id: RoundId,
): Promise<{ id: ReviewerId; account: AccountId; works: number }[]> => {
  const { rows } = await ctx.db.execute<{ id: ReviewerId; account: AccountId; works: number }>(sql`
    select reviewer.id, reviewer.account_id as account, count(*)::integer as works
    from reviewer
    join assignment on assignment.reviewer_id = reviewer.id and assignment.state = 'open' and not assignment.is_finished
    join entry on entry.id = assignment.entry_id and entry.removed_at is null
    join account on account.id = reviewer.account_id and account.status = 'active'
    where reviewer.round_id = ${id}
    group by reviewer.id order by reviewer.id
  `)
  return rows
}

const notifyWorks = (
  ctx: Ctx,
  { id, name, opensAt, closesAt, timeZone }: DealtRound,
  experts: readonly { account: AccountId; works: number }[],
): Promise<void> => {
  const activities = activitiesOfRound({ id })
  return sendNotices(
    ctx,
    experts.map(({ account, works }) => ({
      to: { account },
      kind: 'contest',
      message: 'review.dealt',
      values: {
        round: { inLanguages: name },
        works,
        from: { moment: opensAt ?? ctx.now, timeZone },
        until: { moment: closesAt ?? ctx.now, timeZone },
      },
      link: deskPath,
      activities,
    })),
  )
}

/** The round opens: everybody who has works is told. */
export const notifyOpened = async (ctx: Ctx, round: DealtRound): Promise<void> =>
  notifyWorks(ctx, round, await withOpenWorks(ctx, round.id))

/** Works were dealt in a round that is open. Experts who got some earlier today know already that there are new ones. */
export const notifyDealt = async (ctx: Ctx, round: DealtRound, to: readonly ReviewerId[]): Promise<void> => {
  const day = zoneTime(ctx.now, round.timeZone).slice(0, 10)
  const { rows } = await ctx.db.execute<{ id: ReviewerId }>(sql`
    select distinct reviewer_id as id from assignment
    where round_id = ${round.id} and assigned_at < ${ctx.now} and (assigned_at at time zone ${round.timeZone})::date = ${day}::date
  `)
  const notified = new Set(rows.map(({ id }) => id))
  const experts = await withOpenWorks(ctx, round.id)
  await notifyWorks(
    ctx,
    round,
    experts.filter(({ id }) => to.includes(id) && !notified.has(id)),
  )
}

/** Thanks everybody who has judged a work in this round, once. Requires a transaction that has locked the round exclusively. */
export const thankReviewers = async (ctx: Ctx, round: Pick<RoundView, keyof Told>): Promise<number> => {
  const { rows } = await ctx.db.execute<{ account_id: AccountId }>(sql`
    update reviewer set thanked_at = ${ctx.now}
    where round_id = ${round.id} and thanked_at is null and exists (
      select from assignment
      where assignment.reviewer_id = reviewer.id and assignment.state in ('open', 'kept') and assignment.is_finished
    ) and exists (select from account where account.id = reviewer.account_id and account.status = 'active')
    returning account_id
  `)
  await sendNotices(
    ctx,
    rows.map(({ account_id: to }) => noticeOf(to, 'thanked', round)),
  )
  return rows.length
}

/** How long an invitation may stay unanswered, and the pledge unsigned, before the expert is reminded. */
const patienceDays = { invited: 3, accepted: 1 } as const

const batch = 100

/**
 * Experts who have not answered, or have not signed the pledge in force, and were not reminded since they were asked. Locked, so that two
 * processes remind nobody twice.
 */
const lockWaiting = async (ctx: Ctx) => {
  const { rows } = await ctx.db.execute<{
    id: ReviewerId
    round_id: RoundId
    account_id: AccountId
    state: 'invited' | 'accepted'
    name: LocalizedText
    closes_at: string | null
    time_zone: string
  }>(sql`
    select reviewer.id, reviewer.round_id, reviewer.account_id, reviewer.state, round.name, round.closes_at, edition.time_zone
    from reviewer
    join round on round.id = reviewer.round_id
    join edition on edition.id = round.edition_id
    join account on account.id = reviewer.account_id and account.status = 'active'
    where round.state in ('draft', 'planned', 'open', 'paused')
      and (round.closes_at is null or round.closes_at > ${ctx.now})
      and (
        (reviewer.state = 'invited' and reviewer.invited_at < ${daysBefore(ctx.now, patienceDays.invited)})
        or (
          reviewer.state = 'accepted' and reviewer.answered_at < ${daysBefore(ctx.now, patienceDays.accepted)}
          and coalesce(reviewer.pledge, 0) < (select max(version) from document where name = 'pledge')
        )
      )
      and not exists (
        select from review_reminder
        where review_reminder.reviewer_id = reviewer.id
          and review_reminder.day >= (coalesce(reviewer.answered_at, reviewer.invited_at) at time zone edition.time_zone)::date
      )
    order by reviewer.id limit ${batch}
    for update of reviewer skip locked
  `)
  return rows
}

/** A job: reminds experts once of an invitation, and once of the pledge. */
export const remindReviewers = async (outer: Ctx): Promise<void> => {
  for (let count = batch; count === batch;)
    count = await inTransaction(outer, async (ctx) => {
      const waiting = await lockWaiting(ctx)
      const notices = waiting.map(
        ({ account_id: to, round_id: id, state, name, closes_at: closing, time_zone: timeZone }) =>
          noticeOf(to, state === 'invited' ? 'answerMissing' : 'pledgeMissing', {
            id,
            name,
            closesAt: closing === null ? null : new Date(closing),
            timeZone,
          }),
      )
      await sendNotices(ctx, notices)
      const reminders = waiting.map(({ id, time_zone: timeZone }) => ({
        reviewerId: id,
        day: zoneTime(ctx.now, timeZone).slice(0, 10),
        kind: 'invitation' as const,
      }))
      if (reminders.length > 0) await ctx.db.insert(reviewReminder).values(reminders).onConflictDoNothing()
      return waiting.length
    })
}
