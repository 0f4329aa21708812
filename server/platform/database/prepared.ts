import type { Database } from './connect.ts'
import { sql, type Column, type Placeholder, type SQL } from './drizzle.ts'

/** Placeholders for values that are passed with each execution. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder & { readonly value?: Values[Name] } }

interface Statement<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>
}

const names = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** The client of this database: the pool, or the connection of a transaction, which outlives it. */
const clientOf = (db: Database): object => (db._.session as unknown as { client: object }).client

let count = 0

/**
 * A prepared statement. Building its text takes longer than sending it, and is done once per connection, as is
 * PostgreSQL's parsing. In conditions, values go to the driver as they are, not mapped by their columns: dates, ids,
 * texts and lists of these work, JSON does not.
 */
export const prepared = <Values extends Record<string, unknown>, Rows>(
  build: (db: Database, given: Given<Values>) => { prepare(name: string): Statement<Rows> },
): ((db: Database, values: Values) => Promise<Rows>) => {
  count += 1
  const name = `lectern ${count}`
  const statements = new WeakMap<object, Statement<Rows>>()
  return (db, values) => {
    const client = clientOf(db)
    const statement = statements.get(client) ?? build(db, names as Given<Values>).prepare(name)
    statements.set(client, statement)
    return statement.execute(values)
  }
}

const maxShapes = 50

/**
 * The same for a statement whose text depends on the request, such as the order of a list: one for each of the first
 * shapes that occur. PostgreSQL keeps them all, so their number is limited; the others are built each time.
 */
export const preparedShapes = <Shape, Values extends Record<string, unknown>, Rows>(
  build: (db: Database, shape: Shape, given: Given<Values>) => { prepare(name: string): Statement<Rows> },
): ((db: Database, shape: Shape, values: Values) => Promise<Rows>) => {
  const shapes = new Map<string, (db: Database, values: Values) => Promise<Rows>>()
  return (db, shape, values) => {
    const key = JSON.stringify(shape)
    const known = shapes.get(key)
    if (known) return known(db, values)
    // PostgreSQL discards an unnamed statement with the next one.
    if (shapes.size >= maxShapes)
      return build(db, shape, names as Given<Values>)
        .prepare('')
        .execute(values)
    const made = prepared((other, given: Given<Values>) => build(other, shape, given))
    shapes.set(key, made)
    return made(db, values)
  }
}

/** One page of a list. Its length is part of the text, so that PostgreSQL plans for few rows. */
export interface PageShape<Sort> {
  sort: Sort
  pageSize: number
  isFirst: boolean
}

/** The text is the same for any number of values. */
export const whereAnyOf = (column: Column, given: Placeholder): SQL => sql`${column} = any (${given})`
