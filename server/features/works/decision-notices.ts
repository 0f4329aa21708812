import type { WorkState } from '@lectern/contract/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { asWritten, type NoticeOf } from '../notices/service.ts'
import { viewTeams } from '../teams/service.ts'
import { notifyTeamOfWork } from './notices.ts'
import { lockDueEvents, settleEvents, standingEvents, worksById } from './queries.ts'

const maxAtOnce = 50

const noticeOf: Partial<Record<WorkState, NoticeOf<'work.'>>> = {
  accepted: 'accepted',
  returned: 'returned',
  disqualified: 'disqualified',
}

/** A job: notifies teams of decisions that have stood for a minute. A crash neither loses nor duplicates a notice. */
export const notifyWorkDecisions = async (outer: Ctx): Promise<void> => {
  for (let count = maxAtOnce; count === maxAtOnce;)
    count = await inTransaction(outer, async (ctx) => {
      const due = await lockDueEvents(ctx.db, ctx.now, maxAtOnce)
      const standing = await standingEvents(ctx.db, due)
      const current = due.filter(({ id }) => standing.has(id))
      const works =
        current.length === 0
          ? []
          : await worksById(
              ctx.db,
              current.map(({ workId }) => workId),
            )
      const teams = new Map(
        (
          await viewTeams(
            ctx,
            works.map(({ teamId }) => teamId),
          )
        ).map((team) => [team.id, team]),
      )
      for (const { workId, kind, toState, reason } of current) {
        const found = works.find(({ id }) => id === workId)!
        const team = teams.get(found.teamId)
        const what = kind === 'takeBack' ? 'takenBack' : noticeOf[toState]
        if (team && what)
          await notifyTeamOfWork(ctx, team, what, {
            id: workId,
            values: { title: asWritten(found.title), reason: asWritten(reason ?? '') },
            ...(found.resubmitBy && { until: found.resubmitBy }),
          })
      }
      await settleEvents(
        ctx.db,
        current.map(({ id }) => id),
        { notifiedAt: ctx.now },
      )
      const replaced = due.filter((event) => !current.includes(event))
      await settleEvents(
        ctx.db,
        replaced.map(({ id }) => id),
        { notifyAt: null },
      )
      return due.length
    })
}
