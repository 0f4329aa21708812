import type { Database } from './connect.ts'
import { and, asc, desc, sql, type Column, type SQL, type SQLWrapper, type Table } from './drizzle.ts'

interface SortedList {
  where: SQL | undefined
  key: SQLWrapper
  isDescending: boolean
}

/** By a key, and by id where keys are equal. */
export const inOrderOf = (table: { id: Column }, { key, isDescending }: Omit<SortedList, 'where'>): SQL[] => {
  const direction = isDescending ? desc : asc
  return [direction(key), direction(table.id)]
}

const neighbour = async <Id extends string>(
  db: Database,
  table: Table & { id: Column },
  id: Id,
  { where, key, isDescending }: SortedList,
): Promise<Id | null> => {
  const here = sql`(select ${key}, ${table.id} from ${table} where ${table.id} = ${id})`
  const beyond = isDescending ? sql`<` : sql`>`
  const isBeyond = sql`(${key}, ${table.id}) ${beyond} ${here}`
  const { rows } = await db.execute<{ id: Id }>(sql`
    select ${table.id} from ${table} where ${and(where, isBeyond)}
    order by ${sql.join(inOrderOf(table, { key, isDescending }), sql`, `)} limit 1
  `)
  return rows[0]?.id ?? null
}

/** The rows before and after one in a list, whether or not the list still contains it. */
export const neighboursIn = async <Id extends string>(
  db: Database,
  table: Table & { id: Column },
  id: Id,
  list: SortedList,
): Promise<{ previous: Id | null; next: Id | null }> => ({
  previous: await neighbour(db, table, id, { ...list, isDescending: !list.isDescending }),
  next: await neighbour(db, table, id, list),
})
