import type { ResultListId, WorkId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, inArray, or } from '../../../platform/database/drizzle.ts'
import { isPublic, whereInForce, whereInPublicity } from '../policy.ts'
import { resultList, resultRow } from '../tables.ts'

/** What a team may know of its work now. */
export interface Standing {
  list: ResultListId
  /** Null: the results are in publicity, and nothing is told yet. */
  announced: { prize: LocalizedText | null } | null
  publicityUntil: Date
}

/** Works whose results visitors may read; an announced list before one that is in publicity. */
export const readStandings = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  works: readonly WorkId[],
): Promise<ReadonlyMap<WorkId, Standing>> => {
  if (works.length === 0) return new Map()
  const rows = await db
    .select({
      workId: resultRow.workId,
      list: resultRow.listId,
      prize: resultRow.prize,
      rules: resultList.rules,
      publicisedAt: resultList.publicisedAt,
      publicityUntil: resultList.publicityUntil,
      announcedAt: resultList.announcedAt,
    })
    .from(resultRow)
    .innerJoin(resultList, eq(resultList.id, resultRow.listId))
    .where(
      and(
        inArray(resultRow.workId, [...works]),
        eq(resultRow.isExcluded, false),
        or(whereInForce(now), whereInPublicity(now)),
      ),
    )
  const standings = rows.map(({ workId, list, prize, rules, publicityUntil, ...times }): [WorkId, Standing] => {
    const label = rules.tiers.find(({ id }) => id === prize)?.label ?? null
    const announced = isPublic(times, 'results', now) ? { prize: label } : null
    return [workId, { list, announced, publicityUntil: publicityUntil! }]
  })
  // Of two the announced one counts: it is set last.
  return new Map(standings.toSorted(([, a], [, b]) => Number(a.announced !== null) - Number(b.announced !== null)))
}
