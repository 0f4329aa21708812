import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import { count, inArray } from '../../../platform/database/drizzle.ts'
import { noSummary, summariseWindow, type StageSummaries } from '../../../platform/stage-summary.ts'
import { countUnacceptable } from '../ports.ts'
import { work } from '../tables.ts'

export const workSummaries: StageSummaries = {
  stage: 'work',
  read: async (ctx, activities, keep) => {
    const { db, now } = ctx
    const ids = activities.map(({ id }) => id)
    const rows = await keep(`works of ${ids.join(' ')}`, () =>
      db
        .select({ activityId: work.activityId, state: work.state, count: count() })
        .from(work)
        .where(inArray(work.activityId, ids))
        .groupBy(work.activityId, work.state),
    )
    const unready = await countUnacceptable(ctx, ids)
    return ({ id, hasWorks, window }) => {
      if (!hasWorks) return noSummary
      const countOf = (state: WorkState): number =>
        rows.find((row) => row.activityId === id && row.state === state)?.count ?? 0
      const listLink = `/Admin/Work?activity=${id}`
      const linkTo = (state: WorkState): string => `${listLink}&state=${state}`
      return {
        counts: [
          { name: 'accepted', count: countOf('accepted'), link: linkTo('accepted') },
          { name: 'unchecked', count: countOf('submitted'), link: linkTo('submitted') },
          { name: 'drafts', count: countOf('draft'), link: linkTo('draft') },
        ],
        ...summariseWindow({
          window: window(stagePhases.work),
          now,
          // Until institutions have recommended a work, it does not wait for the organisers.
          pending: Math.max(0, countOf('submitted') - unready(id)),
          pendingLink: linkTo('submitted'),
          listLink,
          steps: { open: 'openSubmission', act: 'submitWorks', decide: 'checkWorks' },
        }),
      }
    }
  },
}
