import type { ActivityId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { holdPlaces, isFull, requireRunningActivity } from '../competition/service.ts'
import { asWritten } from '../notices/service.ts'
import { roleIn, viewTeams } from '../teams/service.ts'
import { holdEnrolment, requireEnrolment } from './enrolment-view.ts'
import { checkWorkingAnswers } from './known-answers.ts'
import { mayStopWaiting, mayWait, type EnrolmentView } from './policy.ts'
import { tellPeople } from './service.ts'
import { waiting } from './tables.ts'
import { dropWaiting, leaveWaitingList } from './waiting-places.ts'

/** The team waits for a place, behind all who wait already; asked twice, it waits once. */
export const joinWaitingList = async (outer: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  await inTransaction(outer, async (ctx) => {
    const view = await holdEnrolment(ctx, id)
    const { team } = view
    if (team.waiting && !team.waiting.isExpired) return permit(mayStopWaiting(view, ctx.actor.id))
    permit(mayWait(view, ctx.actor.id, ctx))
    const { problems } = await checkWorkingAnswers(ctx, view)
    if (problems.length > 0) throw fail('enrolment.answersIncomplete', { count: problems.length })
    // A place may have become free since the activity was looked at.
    if (!isFull(await holdPlaces(ctx, team.activityId))) throw fail('waiting.notFull')
    await ctx.db.insert(waiting).values({ teamId: team.id, activityId: team.activityId, joinedAt: ctx.now })
    await audit(ctx, 'waiting.joined', { subject: { kind: 'enrolment', id } })
    await tellPeople(ctx, team, 'waitingJoined', { id, number: view.enrolment.number })
  })
  return requireEnrolment(outer, id)
}

/** By the captain. */
export const stopWaiting = async (outer: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  await inTransaction(outer, async (ctx) => {
    const view = await holdEnrolment(ctx, id)
    permit(mayStopWaiting(view, ctx.actor.id))
    await leaveWaitingList(ctx, view.team)
    await tellPeople(ctx, view.team, 'waitingLeft', { id, number: view.enrolment.number })
  })
  return requireEnrolment(outer, id)
}

/** By an organiser, with a reason that the team is told. */
export const removeFromWaitingList = (outer: SignedIn, id: EnrolmentId, reason: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { team, enrolment } = await holdEnrolment(ctx, id)
    // Nobody judges what is their own.
    if (roleIn(team, ctx.actor.id)) throw fail('enrolment.ownTeam')
    await holdPlaces(ctx, team.activityId)
    if (!(await dropWaiting(ctx.db, team.id))) throw fail('waiting.none')
    await audit(ctx, 'waiting.removed', { subject: { kind: 'enrolment', id }, after: { reason } })
    await tellPeople(ctx, team, 'waitingRemoved', {
      id,
      number: enrolment.number,
      values: { reason: asWritten(reason) },
    })
  })

/** Who waits for a place in an activity, the first first. */
const waitingIn = (db: Database, activityId: ActivityId) =>
  db
    .select({ teamId: waiting.teamId, joinedAt: waiting.joinedAt })
    .from(waiting)
    .where(eq(waiting.activityId, activityId))
    .orderBy(asc(waiting.turn))

export const listWaiting = async (ctx: Ctx, activityId: ActivityId) => {
  const { edition } = await requireRunningActivity(ctx, activityId)
  const rows = await waitingIn(ctx.db, activityId)
  const teams = await viewTeams(
    ctx,
    rows.map(({ teamId }) => teamId),
  )
  const list = teams.map((team) => ({ team, joinedAt: rows.find(({ teamId }) => teamId === team.id)!.joinedAt }))
  return { list, timeZone: edition.timeZone }
}
