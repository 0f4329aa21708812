import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { asWritten } from '../notices/service.ts'
import { viewTeams } from '../teams/service.ts'
import { dropWord, findEnrolment, lockDueEvents, markTold, standingEvents } from './queries.ts'
import { tellPeople } from './service.ts'

const mostAtOnce = 50

/**
 * A job: tells teams what has been decided, once it has stood for a minute. Decision and word of it are marked in one transaction with
 * the notices, so that a crash neither loses nor doubles them.
 */
export const tellDecisions = async (outer: Ctx): Promise<void> => {
  for (let told = mostAtOnce; told === mostAtOnce;)
    told = await inTransaction(outer, async (ctx) => {
      const due = await lockDueEvents(ctx.db, ctx.now, mostAtOnce)
      const standing = await standingEvents(ctx.db, due)
      for (const event of due) {
        if (standing.has(event.id)) {
          await tell(ctx, event)
          await markTold(ctx.db, event.id, ctx.now)
        } else await dropWord(ctx.db, event.id)
      }
      return due.length
    })
}

type DueEvent = Awaited<ReturnType<typeof lockDueEvents>>[number]

const tell = async (ctx: Ctx, { enrolmentId, kind, toState, reason }: DueEvent): Promise<void> => {
  const enrolment = await findEnrolment(ctx.db, enrolmentId)
  if (!enrolment) return
  const [team] = await viewTeams(ctx, [enrolment.teamId])
  if (!team) return
  // Whoever was about to change what was submitted is told what becomes of that.
  const { amendmentStartedAt: startedAt, decidedAt } = enrolment
  const isBeside = startedAt !== null && decidedAt !== null && startedAt < decidedAt
  const decided = isBeside ? `${toState}BesideAmendment` : toState
  const what = kind === 'takeBack' ? 'takenBack' : decided
  await tellPeople(ctx, team, what, {
    id: enrolment.id,
    number: enrolment.number,
    values: { reason: asWritten(reason ?? '') },
    ...(enrolment.resubmitBy && { until: enrolment.resubmitBy }),
  })
}
