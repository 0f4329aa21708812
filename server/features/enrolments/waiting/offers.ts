import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { offerMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, isNull, lte, sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { lockSeats, lockRulesOfActivity } from '../../competition/service.ts'
import { seatCount } from '../../competition/tables.ts'
import { checkTimeToEnrol, viewTeams, type TeamView } from '../../teams/service.ts'
import { notifyPeople } from '../service.ts'
import { waiting } from '../tables.ts'
import { dropWaiting } from './waiting-places.ts'

/** Seats freed by rejections that may still be revoked: the team has not been notified yet. */
const countUnannounced = async (db: Database, activityId: ActivityId): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count from enrolment
    where activity_id = ${activityId} and state = 'rejected' and exists (
      select from enrolment_event
      where enrolment_id = enrolment.id and to_state = 'rejected' and tell_at is not null and told_at is null
    )
  `)
  return rows[0]!.count
}

const endOf = ({ deadlines }: TeamView, now: Date): Date => {
  const deadline = deadlines[stagePhases.enrolment]
  const end = new Date(now.getTime() + offerMilliseconds)
  return deadline && deadline.closesAt < end ? deadline.closesAt : end
}

/** The next teams without an offer, in order; in batches, because lists may be long. */
const withoutOffer = async (db: Database, activityId: ActivityId, after: number) =>
  db
    .select({ teamId: waiting.teamId, turn: waiting.turn })
    .from(waiting)
    .where(and(eq(waiting.activityId, activityId), isNull(waiting.offeredUntil), gt(waiting.turn, after)))
    .orderBy(asc(waiting.turn))
    .limit(50)

/** The first team that can submit now. A team that cannot keeps its turn and does not block others. */
const findNext = async (ctx: Ctx, activityId: ActivityId): Promise<TeamView | undefined> => {
  let after = 0
  for (;;) {
    const rows = await withoutOffer(ctx.db, activityId, after)
    const teams = await viewTeams(
      ctx,
      rows.map(({ teamId }) => teamId),
    )
    const next = teams.find((team) => checkTimeToEnrol(team, ctx).permitted)
    if (next || rows.length === 0) return next
    after = rows.at(-1)!.turn
  }
}

/** Offers one seat; false if there is none, or no team to offer it to. */
const offerOne = (outer: Ctx, activityId: ActivityId): Promise<boolean> =>
  inTransaction(outer, async (ctx) => {
    await lockRulesOfActivity(ctx.db, activityId)
    const { capacity, taken, offered } = await lockSeats(ctx, activityId)
    if (capacity !== null && taken + offered + (await countUnannounced(ctx.db, activityId)) >= capacity) return false
    const team = await findNext(ctx, activityId)
    if (!team?.enrolment) return false
    const { id, number } = team.enrolment
    const until = endOf(team, ctx.now)
    await ctx.db.update(waiting).set({ offeredAt: ctx.now, offeredUntil: until }).where(eq(waiting.teamId, team.id))
    await audit(ctx, 'waiting.offered', { subject: { kind: 'enrolment', id }, after: { until: until.toISOString() } })
    await notifyPeople(ctx, team, 'placeOffered', { id, number, until })
    return true
  })

const whereExpired = (now: Date) => lte(waiting.offeredUntil, now)

/** The offer has expired: the team leaves the waiting list, and may join again at its end. */
const expire = (outer: Ctx, { teamId, activityId }: { teamId: TeamId; activityId: ActivityId }): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockSeats(ctx, activityId)
    // The team may have left the list meanwhile.
    const expired = await ctx.db.$count(waiting, and(eq(waiting.teamId, teamId), whereExpired(ctx.now)))
    const [team] = expired > 0 ? await viewTeams(ctx, [teamId]) : []
    if (!team?.enrolment) return
    await dropWaiting(ctx.db, teamId)
    const { id, number } = team.enrolment
    await audit(ctx, 'waiting.expired', { subject: { kind: 'enrolment', id } })
    await notifyPeople(ctx, team, 'offerExpired', { id, number })
  })

/** A job: expires offers that were not taken in time, and offers free seats to the waiting list in order. */
export const offerSeats = async (ctx: Ctx): Promise<void> => {
  const { teamId, activityId } = waiting
  const expired = await ctx.db
    .select({ teamId, activityId })
    .from(waiting)
    .where(whereExpired(ctx.now))
    .orderBy(waiting.turn)
  for (const row of expired) await expire(ctx, row)
  const waited = await ctx.db
    .select({ id: seatCount.activityId })
    .from(seatCount)
    .where(gt(seatCount.waiting, seatCount.offered))
  for (const { id } of waited) while (await offerOne(ctx, id));
}
