import type { EventKind, EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { asWritten } from '../../notices/service.ts'
import { notifyOfDecisions, type DueEvent } from '../../steps/service.ts'
import { viewTeams } from '../../teams/service.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { enrolmentsById } from '../queries.ts'
import { requireNotice, notifyPeople } from '../service.ts'
import { enrolment, enrolmentEvent } from '../tables.ts'

type EnrolmentDecided = DueEvent<EnrolmentId, EventKind, EnrolmentState>
type Found = Awaited<ReturnType<typeof enrolmentsById>>[number]

/** A team with an open amendment is told what happens to it. */
const noticeOf = ({ kind, toState }: EnrolmentDecided, { amendmentStartedAt: startedAt, decidedAt }: Found): string => {
  if (kind === 'takeBack') return 'takenBack'
  const isBeside = startedAt !== null && decidedAt !== null && startedAt < decidedAt
  return isBeside ? `${toState}BesideAmendment` : toState
}

const isApproval = ({ kind, toState }: EnrolmentDecided): boolean => kind === 'decision' && toState === 'approved'

const notifyTeams = async (ctx: Ctx, events: readonly EnrolmentDecided[]): Promise<void> => {
  const enrolments = await enrolmentsById(
    ctx.db,
    events.map(({ subject }) => subject),
  )
  const teams = await viewTeams(
    ctx,
    enrolments.map(({ teamId }) => teamId),
  )
  for (const event of events) {
    const row = enrolments.find(({ id }) => id === event.subject)!
    const team = teams.find(({ id }) => id === row.teamId)
    if (team)
      await notifyPeople(ctx, team, requireNotice(noticeOf(event, row)), {
        id: row.id,
        number: row.number,
        values: { reason: asWritten(event.reason ?? '') },
        ...(row.resubmitBy && { until: row.resubmitBy }),
      })
  }
  const approved = new Set(events.flatMap((event) => (isApproval(event) ? event.subject : [])))
  await queueEvents(
    ctx,
    'enrolment.approved',
    enrolments.flatMap(({ id, teamId, activityId }) =>
      approved.has(id) ? { id, team: teamId, activity: activityId } : [],
    ),
  )
}

export const notifyDecisions = (ctx: Ctx): Promise<void> =>
  notifyOfDecisions(ctx, {
    table: enrolmentEvent,
    subjectId: enrolmentEvent.enrolmentId,
    subjects: enrolment,
    notify: notifyTeams,
  })
