import type { Ctx } from '../../../platform/context.ts'
import { and, asc, eq, isNull, lte, or } from '../../../platform/database/drizzle.ts'
import type { CheckedEdition, CheckResult } from '../../competition/service.ts'
import { round } from '../tables.ts'

/** Rounds that were not opened and cannot be: their time has passed, or they have none. */
export const checkRounds = async ({ db, now }: Ctx, { id }: CheckedEdition): Promise<CheckResult> => {
  const rows = await db
    .select({ name: round.name })
    .from(round)
    .where(
      and(
        eq(round.editionId, id),
        isNull(round.openedAt),
        or(isNull(round.opensAt), isNull(round.closesAt), lte(round.closesAt, now)),
      ),
    )
    .orderBy(asc(round.createdAt), asc(round.id))
  return { check: 'pastRounds', names: rows.map(({ name }) => name), link: `/Admin/Review?edition=${id}` }
}
