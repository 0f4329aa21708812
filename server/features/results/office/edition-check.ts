import type { Ctx } from '../../../platform/context.ts'
import { and, asc, eq, isNull } from '../../../platform/database/drizzle.ts'
import type { CheckedEdition, CheckResult } from '../../competition/service.ts'
import { activity } from '../../competition/tables.ts'
import { prizeRules } from '../tables.ts'

/** Activities without prize rules. */
export const checkPrizes = async ({ db }: Ctx, { id }: CheckedEdition): Promise<CheckResult> => {
  const rows = await db
    .select({ name: activity.name })
    .from(activity)
    .leftJoin(prizeRules, eq(prizeRules.activityId, activity.id))
    .where(and(eq(activity.editionId, id), isNull(prizeRules.activityId)))
    .orderBy(asc(activity.position), asc(activity.id))
  return { check: 'noPrizes', names: rows.map(({ name }) => name), link: `/Admin/Result?edition=${id}` }
}
