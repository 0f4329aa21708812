import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { getTableConfig, sql, type Column, type Placeholder, type SQL, type Table } from './drizzle.ts'

export interface Slice {
  page: number
  pageSize: number
}

interface IdPage extends Slice {
  where: SQL | undefined
  /** Matches an index, so that a page can be read from the index. */
  order: readonly SQL[]
  /** The filter has few hits among many rows: no more than are counted exactly. */
  isFew?: boolean
}

/**
 * The ids of one page, as a subquery. Normally PostgreSQL scans the index of the order and skips rows that do not
 * match. With few hits it would skip nearly every row: these are all found first, then sorted. The inner limit keeps
 * the planner from merging the two.
 */
export const pageOfIds = (table: Table & { id: Column }, { where, order, page, pageSize, isFew }: IdPage): SQL => {
  const filtered = sql`${table} where ${where ?? sql`true`}`
  // Aliased to the name of the table, so that the order reads the same columns.
  const counted = sql`(select * from ${filtered} limit ${exactTotalLimit}) as ${sql.identifier(getTableConfig(table).name)}`
  return sql`(
    select ${table.id} from ${isFew ? counted : filtered}
    order by ${sql.join([...order], sql`, `)} limit ${pageSize} offset ${(page - 1) * pageSize}
  )`
}

interface PreparedIdPage {
  where: SQL | undefined
  /** Matches an index. */
  order: readonly SQL[]
  pageSize: number
  /** Absent: the first page. */
  offset: Placeholder | undefined
}

/**
 * The same for a prepared statement. The length is written out: with a limit that it does not know, PostgreSQL plans
 * the statement again each time, or for many rows.
 */
export const preparedPageOfIds = (
  table: Table & { id: Column },
  { where, order, pageSize, offset }: PreparedIdPage,
): SQL => sql`(
  select ${table.id} from ${table} where ${where ?? sql`true`}
  order by ${sql.join([...order], sql`, `)} limit ${sql.raw(String(pageSize))} ${offset ? sql`offset ${offset}` : sql``}
)`
