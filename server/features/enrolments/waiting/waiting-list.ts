import type { ActivityId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { asc, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permitted } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockSeats, isFull, requireRunningActivity } from '../../competition/service.ts'
import { asWritten } from '../../notices/service.ts'
import { takeStep } from '../../steps/service.ts'
import { viewTeams } from '../../teams/service.ts'
import { lockEnrolment, requireEnrolment } from '../enrolment-view.ts'
import { checkWorkingAnswers } from '../answers/working-answers.ts'
import { mayPutOnWaitingList, mayStopWaiting, mayWait, type EnrolmentView } from '../policy.ts'
import { notifyPeople } from '../notices/notices.ts'
import { captainOf } from '../steps.ts'
import { waiting } from '../tables.ts'
import { dropWaiting } from './waiting-places.ts'

/** Adds a team with a complete draft to the end of the list. Requires a transaction that has locked the enrolment. */
const addToList = async (ctx: SignedIn, view: EnrolmentView): Promise<void> => {
  const { problems } = await checkWorkingAnswers(ctx, view)
  if (problems.length > 0) throw fail('enrolment.answersIncomplete', { count: problems.length })
  const { id, activityId } = view.team
  // A seat may have become free since the activity was read.
  if (!isFull(await lockSeats(ctx, activityId))) throw fail('waiting.notFull')
  await ctx.db.insert(waiting).values({ teamId: id, activityId, joinedAt: ctx.now })
}

/** By the captain. Idempotent. */
export const joinWaitingList = async (outer: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  const isOnList = ({ team: { waiting: place } }: EnrolmentView): boolean => place !== undefined && !place.isExpired
  await inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, void>(ctx, {
      lock: () => lockEnrolment(ctx, id),
      may: (view) => (isOnList(view) ? mayStopWaiting(view, ctx.actor.id) : mayWait(view, ctx.actor.id, ctx)),
      move: async (view) => {
        if (isOnList(view)) return { unchanged: undefined }
        const { team, enrolment } = view
        await addToList(ctx, view)
        return {
          after: undefined,
          log: { action: 'waiting.joined', subject: { kind: 'enrolment', id } },
          notify: () => notifyPeople(ctx, team, 'waitingJoined', { id, number: enrolment.number }),
        }
      },
    }),
  )
  return requireEnrolment(outer, id)
}

/** By the captain. */
export const stopWaiting = async (outer: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  await inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, void>(ctx, {
      lock: () => lockEnrolment(ctx, id),
      may: (view) => mayStopWaiting(view, ctx.actor.id),
      move: async ({ team, enrolment }) => {
        await lockSeats(ctx, team.activityId)
        if (!(await dropWaiting(ctx.db, team.id))) return { unchanged: undefined }
        return {
          after: undefined,
          log: { action: 'waiting.left', subject: { kind: 'enrolment', id } },
          notify: () => notifyPeople(ctx, team, 'waitingLeft', { id, number: enrolment.number }),
        }
      },
    }),
  )
  return requireEnrolment(outer, id)
}

/** By an organiser, with a reason for the team. The rules are those for captains. */
export const putOnWaitingList = (outer: SignedIn, id: EnrolmentId, reason: string): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, void>(ctx, {
      lock: () => lockEnrolment(ctx, id),
      may: (view) => mayPutOnWaitingList(view, ctx.actor, ctx),
      move: async (view) => {
        const { team, enrolment } = view
        await addToList(ctx, view)
        const notification = { id, number: enrolment.number, values: { reason: asWritten(reason) } }
        return {
          after: undefined,
          log: {
            action: 'waiting.added',
            subject: { kind: 'enrolment', id },
            after: { reason },
            onBehalfOf: captainOf(team).id,
          },
          notify: () => notifyPeople(ctx, team, 'waitingAdded', notification),
        }
      },
    }),
  )

/** By an organiser, with a reason for the team. */
export const removeFromWaitingList = (outer: SignedIn, id: EnrolmentId, reason: string): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep<EnrolmentView, void>(ctx, {
      lock: () => lockEnrolment(ctx, id),
      may: () => permitted,
      move: async ({ team, enrolment }) => {
        await lockSeats(ctx, team.activityId)
        if (!(await dropWaiting(ctx.db, team.id))) throw fail('waiting.none')
        const notification = { id, number: enrolment.number, values: { reason: asWritten(reason) } }
        return {
          after: undefined,
          log: { action: 'waiting.removed', subject: { kind: 'enrolment', id }, after: { reason } },
          notify: () => notifyPeople(ctx, team, 'waitingRemoved', notification),
        }
      },
    }),
  )

/** The waiting list of an activity, in order. */
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
