import type { WorkId } from '@lectern/contract/ids.ts'
import type { WorkEventKind, WorkState } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { asWritten, type NoticeOf } from '../../notices/service.ts'
import { notifyOfDecisions, type DueEvent } from '../../steps/service.ts'
import { viewTeams } from '../../teams/service.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { notifyTeamOfWork } from '../notices/notices.ts'
import { worksById } from '../queries.ts'
import { work, workEvent } from '../tables.ts'

const noticeOf: Partial<Record<WorkState, NoticeOf<'work.'>>> = {
  accepted: 'accepted',
  returned: 'returned',
  disqualified: 'disqualified',
}

type WorkDecided = DueEvent<WorkId, WorkEventKind, WorkState>

const isAcceptance = ({ kind, toState }: WorkDecided): boolean => kind === 'decision' && toState === 'accepted'

const notifyTeams = async (ctx: Ctx, events: readonly WorkDecided[]): Promise<void> => {
  const works = await worksById(
    ctx.db,
    events.map(({ subject }) => subject),
  )
  const teams = await viewTeams(
    ctx,
    works.map(({ teamId }) => teamId),
  )
  for (const { subject, kind, toState, reason } of events) {
    const row = works.find(({ id }) => id === subject)!
    const team = teams.find(({ id }) => id === row.teamId)
    const what = kind === 'takeBack' ? 'takenBack' : noticeOf[toState]
    if (team && what)
      await notifyTeamOfWork(ctx, team, what, {
        id: subject,
        values: { title: asWritten(row.title), reason: asWritten(reason ?? '') },
        ...(row.resubmitBy && { until: row.resubmitBy }),
      })
  }
  const accepted = new Set(events.flatMap((event) => (isAcceptance(event) ? event.subject : [])))
  await queueEvents(
    ctx,
    'work.accepted',
    works.flatMap(({ id, enrolmentId, activityId }) =>
      accepted.has(id) ? { id, enrolment: enrolmentId, activity: activityId } : [],
    ),
  )
}

export const notifyWorkDecisions = (ctx: Ctx): Promise<void> =>
  notifyOfDecisions(ctx, {
    table: workEvent,
    subjectId: workEvent.workId,
    subjects: work,
    notify: notifyTeams,
  })
