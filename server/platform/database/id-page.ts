import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import { getTableConfig, sql, type Column, type SQL, type Table } from './drizzle.ts'

export interface Slice {
  page: number
  pageSize: number
}

interface IdPage extends Slice {
  where: SQL | undefined
  /** As an index has it, so that a page can be read off the index. */
  order: readonly SQL[]
  /** The filter has few hits among many rows: no more than are counted exactly. */
  isFew?: boolean
}

/**
 * The ids of one page, as a subquery. As a rule PostgreSQL walks along the index of the order and passes over what does not fit. Of few hits it
 * would pass over nearly every row: these are all found first, then sorted. The planner cannot look through the inner limit.
 */
export const pageOfIds = (table: Table & { id: Column }, { where, order, page, pageSize, isFew }: IdPage): SQL => {
  const filtered = sql`${table} where ${where ?? sql`true`}`
  // Under the name of the table, so that the order reads the same columns.
  const found = sql`(select * from ${filtered} limit ${exactTotalLimit}) as ${sql.identifier(getTableConfig(table).name)}`
  return sql`(
    select ${table.id} from ${isFew ? found : filtered}
    order by ${sql.join([...order], sql`, `)} limit ${pageSize} offset ${(page - 1) * pageSize}
  )`
}
