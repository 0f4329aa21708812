import type { WorkState } from '@lectern/contract/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { asWritten, type NoticeOf } from '../notices/service.ts'
import { notifyOfDecisions } from '../steps/service.ts'
import { viewTeams } from '../teams/service.ts'
import { notifyTeamOfWork } from './notices.ts'
import { lockDueEvents, worksById } from './queries.ts'
import { work, workEvent } from './tables.ts'

const noticeOf: Partial<Record<WorkState, NoticeOf<'work.'>>> = {
  accepted: 'accepted',
  returned: 'returned',
  disqualified: 'disqualified',
}

type DueEvent = Awaited<ReturnType<typeof lockDueEvents>>[number]

const notifyTeams = async (ctx: Ctx, events: readonly DueEvent[]): Promise<void> => {
  const works = await worksById(
    ctx.db,
    events.map(({ workId }) => workId),
  )
  const teams = await viewTeams(
    ctx,
    works.map(({ teamId }) => teamId),
  )
  for (const { workId, kind, toState, reason } of events) {
    const found = works.find(({ id }) => id === workId)!
    const team = teams.find(({ id }) => id === found.teamId)
    const what = kind === 'takeBack' ? 'takenBack' : noticeOf[toState]
    if (team && what)
      await notifyTeamOfWork(ctx, team, what, {
        id: workId,
        values: { title: asWritten(found.title), reason: asWritten(reason ?? '') },
        ...(found.resubmitBy && { until: found.resubmitBy }),
      })
  }
}

export const notifyWorkDecisions = (ctx: Ctx): Promise<void> =>
  notifyOfDecisions(ctx, {
    table: workEvent,
    subjectId: workEvent.workId,
    subjects: work,
    lockDue: lockDueEvents,
    notify: notifyTeams,
  })
