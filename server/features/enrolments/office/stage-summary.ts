import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import { and, count, eq, inArray } from '../../../platform/database/drizzle.ts'
import { summariseWindow, type StageSummaries } from '../../../platform/stage-summary.ts'
import { countUnapprovable } from '../ports.ts'
import { enrolment } from '../tables.ts'

export const enrolmentSummaries: StageSummaries = {
  stage: 'enrolment',
  read: async (ctx, activities, keep) => {
    const { db, now } = ctx
    const ids = activities.map(({ id }) => id)
    const rows = await keep(`enrolments of ${ids.join(' ')}`, () =>
      db
        .select({ activityId: enrolment.activityId, state: enrolment.state, count: count() })
        .from(enrolment)
        .where(and(inArray(enrolment.activityId, ids), eq(enrolment.isListed, true)))
        .groupBy(enrolment.activityId, enrolment.state),
    )
    const unready = await countUnapprovable(ctx, ids)
    return ({ id, window }) => {
      const countOf = (state: EnrolmentState): number =>
        rows.find((row) => row.activityId === id && row.state === state)?.count ?? 0
      const listLink = `/Admin/Enrolment?activity=${id}`
      const linkTo = (state: EnrolmentState): string => `${listLink}&state=${state}`
      return {
        counts: [
          { name: 'approved', count: countOf('approved'), link: linkTo('approved') },
          { name: 'undecided', count: countOf('submitted'), link: linkTo('submitted') },
          { name: 'drafts', count: countOf('draft'), link: linkTo('draft') },
        ],
        ...summariseWindow({
          window: window(stagePhases.enrolment),
          now,
          // Until institutions have recommended an enrolment, nobody waits for the organisers.
          pending: Math.max(0, countOf('submitted') - unready(id)),
          pendingLink: linkTo('submitted'),
          listLink,
          steps: { open: 'openEnrolment', act: 'enrol', decide: 'decideEnrolments' },
        }),
      }
    }
  },
}
