import type { Database } from './connect.ts'
import { and, asc, desc, eq, sql, type Column, type SQL, type SQLWrapper, type Table } from './drizzle.ts'

interface SortedList {
  where: SQL | undefined
  /** The most important first, all in one direction. */
  keys: readonly SQLWrapper[]
  isDescending: boolean
}

type Listed = Table & { id: Column }

/** By keys, and by id where keys are equal. */
export const inOrderOf = (table: { id: Column }, { keys, isDescending }: Omit<SortedList, 'where'>): SQL[] => {
  const direction = isDescending ? desc : asc
  return [...keys, table.id].map((key) => direction(key))
}

const whereBeyond = (table: Listed, id: string, { keys, isDescending }: SortedList): SQL => {
  const columns = sql.join([...keys, table.id], sql`, `)
  const beyond = isDescending ? sql`<` : sql`>`
  return sql`(${columns}) ${beyond} (select ${columns} from ${table} where ${table.id} = ${id})`
}

const reversed = (list: SortedList): SortedList => ({ ...list, isDescending: !list.isDescending })

const neighbour = async <Id extends string>(
  db: Database,
  table: Listed,
  id: Id,
  list: SortedList,
): Promise<Id | null> => {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select ${table.id} from ${table} where ${and(list.where, whereBeyond(table, id, list))}
    order by ${sql.join(inOrderOf(table, list), sql`, `)} limit 1
  `)
  return rows[0]?.id ?? null
}

/** The rows before and after one in a list, whether or not the list still contains it. */
export const neighboursIn = async <Id extends string>(
  db: Database,
  table: Listed,
  id: Id,
  list: SortedList,
): Promise<{ previous: Id | null; next: Id | null }> => ({
  previous: await neighbour(db, table, id, reversed(list)),
  next: await neighbour(db, table, id, list),
})

/** How many rows of a list are before one. */
const countBefore = (db: Database, table: Listed, id: string, list: SortedList): Promise<number> =>
  db.$count(table, and(list.where, whereBeyond(table, id, reversed(list))))

/** Rows that are dealt with one after another: where one of them stands, and which comes next. */
export const queueIn = async <Id extends string>(db: Database, table: Listed, id: Id | undefined, list: SortedList) => {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select ${table.id} from ${table} where ${list.where ?? sql`true`}
    order by ${sql.join(inOrderOf(table, list), sql`, `)} limit 1
  `)
  const first = rows[0]?.id
  const isWaiting = id !== undefined && (await db.$count(table, and(list.where, eq(table.id, id)))) > 0
  const { previous, next } = id ? await neighboursIn(db, table, id, list) : { previous: null, next: null }
  return {
    total: await db.$count(table, list.where),
    position: isWaiting ? (await countBefore(db, table, id, list)) + 1 : null,
    previous,
    // At the end, those that were passed over come again.
    next: next ?? (first !== undefined && first !== id ? first : null),
  }
}
