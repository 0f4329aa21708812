import type { ResultListId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, eq, inArray, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { resultRow } from '../tables.ts'

export interface RowFilter {
  group?: string | undefined
  /** The id of a prize, or `none`. */
  prize?: string | undefined
  search?: string | undefined
  /** Works that share their rank. */
  isTied?: boolean
}

/** Organisers find works by everything that is known of them. */
const foundBy = (words: string): SQL => sql`${resultRow.workId} in (
  select work.id from work where work.search @@ search_query(${words})
  union all
  select work.id from work join enrolment on enrolment.id = work.enrolment_id where enrolment.search @@ search_query(${words})
)`

const isTied = sql`exists (
  select from result_row as other
  where other.list_id = result_row.list_id and other.group_key is not distinct from result_row.group_key
    and other.rank = result_row.rank and other.work_id <> result_row.work_id
)`

const filtered = (id: ResultListId, { group, prize, search, isTied: onlyTied = false }: RowFilter): SQL | undefined =>
  and(
    eq(resultRow.listId, id),
    group === undefined ? undefined : eq(resultRow.group, group),
    prize === undefined ? undefined : prize === 'none' ? isNull(resultRow.prize) : eq(resultRow.prize, prize),
    search ? foundBy(search) : undefined,
    onlyTied ? isTied : undefined,
  )

const columns = {
  work: resultRow.workId,
  number: resultRow.number,
  group: resultRow.group,
  rank: resultRow.rank,
  score: resultRow.score,
  prize: resultRow.prize,
  isExcluded: resultRow.isExcluded,
  isCapped: resultRow.isCapped,
  isAdjusted: resultRow.isAdjusted,
  adjustmentReason: resultRow.adjustmentReason,
  title: resultRow.title,
  team: resultRow.team,
  people: resultRow.people,
  school: resultRow.school,
  province: resultRow.province,
}

/** One page in the order of the list. */
export const rowPage = (db: Database, id: ResultListId, filter: RowFilter, { page, pageSize }: Slice) =>
  db
    .select({
      ...columns,
      isTied: sql<boolean>`${isTied}`,
    })
    .from(resultRow)
    .where(filtered(id, filter))
    .orderBy(asc(resultRow.position))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countFiltered = (db: Database, id: ResultListId, filter: RowFilter): Promise<number> =>
  countRows(db, resultRow, filtered(id, filter))

/** Rows by the number of the work. */
export const rowsByNumber = async (db: Database, id: ResultListId, numbers: readonly string[]) => {
  const rows = await db
    .select({
      work: resultRow.workId,
      number: resultRow.number,
      title: resultRow.title,
      team: resultRow.team,
      score: resultRow.score,
    })
    .from(resultRow)
    .where(and(eq(resultRow.listId, id), inArray(resultRow.number, [...numbers])))
  return new Map(rows.map((row) => [row.number, row]))
}
