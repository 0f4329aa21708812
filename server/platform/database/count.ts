import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { Database } from './connect.ts'
import { count, sql, type SQL, type Table } from './drizzle.ts'

/**
 * Splits a page whose rows each carry the total, so that one statement gives both. An empty page does not know the
 * total: there may be no rows, or the page is beyond the last.
 */
export const withoutTotal = <Row extends { total: number }>(
  rows: readonly Row[],
): { list: Omit<Row, 'total'>[]; total: number | undefined } => ({
  list: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total,
})

/** How many rows there are; counting stops one beyond the limit of exact totals. */
export const countRows = async (db: Database, table: Table, where: SQL | undefined): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(exactTotalLimit + 1)
    .as('some')
  const [row] = await db.select({ total: count() }).from(some)
  return row!.total
}
