import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { asWritten } from '../notices/service.ts'
import { viewTeams } from '../teams/service.ts'
import { cancelNotifications, enrolmentsById, lockDueEvents, markNotified, standingEvents } from './queries.ts'
import { requireNotice, notifyPeople } from './service.ts'

const maxAtOnce = 50

/**
 * A job: notifies teams of decisions that have stood for a minute. Events and notices are written in one transaction,
 * so that a crash neither loses nor duplicates them.
 */
export const notifyDecisions = async (outer: Ctx): Promise<void> => {
  for (let count = maxAtOnce; count === maxAtOnce;)
    count = await inTransaction(outer, async (ctx) => {
      const due = await lockDueEvents(ctx.db, ctx.now, maxAtOnce)
      if (due.length === 0) return 0
      const standing = await standingEvents(ctx.db, due)
      const told = due.filter(({ id }) => standing.has(id))
      const subjects = await subjectsOf(
        ctx,
        told.map(({ enrolmentId }) => enrolmentId),
      )
      for (const event of told) {
        const subject = subjects.get(event.enrolmentId)
        if (subject) await notifyOfDecision(ctx, event, subject)
      }
      const idsOf = (events: typeof due) => events.map(({ id }) => id)
      await markNotified(ctx.db, idsOf(told), ctx.now)
      await cancelNotifications(ctx.db, idsOf(due.filter((event) => !told.includes(event))))
      return due.length
    })
}

/** Enrolments with their teams. The number of statements does not depend on how many there are. */
const subjectsOf = async (ctx: Ctx, ids: readonly EnrolmentId[]) => {
  const enrolments = await enrolmentsById(ctx.db, ids)
  const teams = await viewTeams(
    ctx,
    enrolments.map(({ teamId }) => teamId),
  )
  const teamsById = new Map(teams.map((team) => [team.id, team]))
  return new Map(
    enrolments.flatMap((enrolment) => {
      const team = teamsById.get(enrolment.teamId)
      return team ? [[enrolment.id, { enrolment, team }] as const] : []
    }),
  )
}

type DueEvent = Awaited<ReturnType<typeof lockDueEvents>>[number]
type Subjects = Awaited<ReturnType<typeof subjectsOf>>
type Subject = Subjects extends Map<EnrolmentId, infer Value> ? Value : never

const notifyOfDecision = async (
  ctx: Ctx,
  { kind, toState, reason }: DueEvent,
  { enrolment, team }: Subject,
): Promise<void> => {
  // A team with an open amendment is told what happens to it.
  const { amendmentStartedAt: startedAt, decidedAt } = enrolment
  const isBeside = startedAt !== null && decidedAt !== null && startedAt < decidedAt
  const decided = isBeside ? `${toState}BesideAmendment` : toState
  const what = kind === 'takeBack' ? 'takenBack' : decided
  await notifyPeople(ctx, team, requireNotice(what), {
    id: enrolment.id,
    number: enrolment.number,
    values: { reason: asWritten(reason ?? '') },
    ...(enrolment.resubmitBy && { until: enrolment.resubmitBy }),
  })
}
