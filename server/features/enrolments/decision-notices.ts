import type { Ctx } from '../../platform/context.ts'
import { asWritten } from '../notices/service.ts'
import { notifyOfDecisions } from '../steps/service.ts'
import { viewTeams } from '../teams/service.ts'
import { enrolmentsById, lockDueEvents } from './queries.ts'
import { requireNotice, notifyPeople } from './service.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

type DueEvent = Awaited<ReturnType<typeof lockDueEvents>>[number]
type Found = Awaited<ReturnType<typeof enrolmentsById>>[number]

/** A team with an open amendment is told what happens to it. */
const noticeOf = ({ kind, toState }: DueEvent, { amendmentStartedAt: startedAt, decidedAt }: Found): string => {
  if (kind === 'takeBack') return 'takenBack'
  const isBeside = startedAt !== null && decidedAt !== null && startedAt < decidedAt
  return isBeside ? `${toState}BesideAmendment` : toState
}

const notifyTeams = async (ctx: Ctx, events: readonly DueEvent[]): Promise<void> => {
  const enrolments = await enrolmentsById(
    ctx.db,
    events.map(({ enrolmentId }) => enrolmentId),
  )
  const teams = await viewTeams(
    ctx,
    enrolments.map(({ teamId }) => teamId),
  )
  for (const event of events) {
    const found = enrolments.find(({ id }) => id === event.enrolmentId)!
    const team = teams.find(({ id }) => id === found.teamId)
    if (team)
      await notifyPeople(ctx, team, requireNotice(noticeOf(event, found)), {
        id: found.id,
        number: found.number,
        values: { reason: asWritten(event.reason ?? '') },
        ...(found.resubmitBy && { until: found.resubmitBy }),
      })
  }
}

export const notifyDecisions = (ctx: Ctx): Promise<void> =>
  notifyOfDecisions(ctx, {
    table: enrolmentEvent,
    subjectId: enrolmentEvent.enrolmentId,
    subjects: enrolment,
    lockDue: lockDueEvents,
    notify: notifyTeams,
  })
