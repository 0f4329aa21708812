import type { ResultListId } from '@lectern/contract/ids.ts'
import type { CorrectedField } from '@lectern/contract/results/result-values.ts'
import type { ListRow } from '../ranking/compute-list.ts'
import { differenceOf, type ListChange } from '../ranking/difference.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'

/** A list with the text that is hashed. */
interface Compared {
  id: ResultListId
  rows: string
}

const rowsOf = (text: string): ListRow[] => JSON.parse(text) as ListRow[]

const namesIn = (people: string) => sql`jsonb_path_query_array(${sql.raw(people)}, '$[*].name')`

/**
 * Works of which both lists tell something else. Only which fields is stored with the list: a name must not outlive its account there, and
 * the former list shows what was wrong.
 */
const correctionsBetween = async (db: Database, former: Compared, list: Compared): Promise<ListChange[]> => {
  const { rows } = await db.execute<{
    number: string
    rank: number | null
    prize: string | null
    isExcluded: boolean
    fields: CorrectedField[]
  }>(sql`
    select * from (
      select own.number, own.rank, own.prize, own.is_excluded as "isExcluded", own.position, array_remove(array[
        case when own.title <> former.title then 'title' end,
        case when own.school is distinct from former.school then 'school' end,
        case when ${namesIn('own.people')} <> ${namesIn('former.people')} then 'people' end
      ], null) as fields
      from result_row as own
      join result_row as former on former.work_id = own.work_id and former.list_id = ${former.id}
      where own.list_id = ${list.id}
    ) as compared
    where cardinality(fields) > 0 order by position
  `)
  return rows.map(({ number, rank, prize, isExcluded, fields }): ListChange => {
    const standing = { rank, prize, isExcluded }
    return { number, kind: 'corrected', before: standing, after: standing, fields }
  })
}

/** How a list differs from a former one: first in places and prizes, then in what is told of works. */
export const changesBetween = async (db: Database, former: Compared, list: Compared): Promise<ListChange[]> => [
  ...differenceOf(rowsOf(former.rows), rowsOf(list.rows)),
  ...(await correctionsBetween(db, former, list)),
]
