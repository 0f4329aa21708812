import { count, inArray, sql } from '../../../platform/database/drizzle.ts'
import { noSummary, type StageSummaries } from '../../../platform/stage-summary.ts'
import { contestCase } from '../tables.ts'

export const caseSummaries: StageSummaries = {
  stage: 'cases',
  read: async ({ db }, activities) => {
    const ids = activities.map(({ id }) => id)
    const rows = await db
      .select({
        activityId: contestCase.activityId,
        all: count(),
        open: sql<number>`count(*) filter (where ${contestCase.closedAt} is null)::integer`,
        due: sql<string | null>`min(${contestCase.dueAt}) filter (where ${contestCase.closedAt} is null)`,
      })
      .from(contestCase)
      .where(inArray(contestCase.activityId, ids))
      .groupBy(contestCase.activityId)
    return ({ id }) => {
      const row = rows.find(({ activityId }) => activityId === id)
      if (!row) return noSummary
      const link = `/Admin/Case?activity=${id}`
      const counts = [{ name: 'openCases' as const, count: row.open, of: row.all, link }]
      if (row.open === 0) return { standing: 'done', counts, next: null }
      const until = row.due === null ? null : new Date(row.due)
      return { standing: 'waiting', counts, next: { step: 'decideCases', who: 'arbiters', until, link } }
    }
  },
}
