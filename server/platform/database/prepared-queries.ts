import { connectionOf, hasSession, type Database } from './connect.ts'
import { sql, type Column, type Placeholder, type SQL } from './drizzle.ts'

/** Placeholders for values that are passed with each execution. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: Placeholder & { readonly value?: Values[Name] } }

interface Statement<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>
}

const names = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

let count = 0

/**
 * A prepared statement. Building its text takes longer than sending it, and is done once per connection, as is
 * PostgreSQL's parsing. Behind a pooler, which may run the next execution in another session, the statement has no name
 * and is parsed each time. In conditions, values go to the driver as they are, not mapped by their columns: dates, ids,
 * texts and lists of these work, JSON does not.
 */
export const preparedQuery = <Values extends Record<string, unknown>, Rows>(
  build: (db: Database, placeholders: Placeholders<Values>) => { prepare(name: string): Statement<Rows> },
): ((db: Database, values: Values) => Promise<Rows>) => {
  count += 1
  const name = `lectern ${count}`
  const statements = new WeakMap<object, Statement<Rows>>()
  return (db, values) => {
    const connection = connectionOf(db)
    const statement =
      statements.get(connection) ?? build(db, names as Placeholders<Values>).prepare(hasSession(connection) ? name : '')
    statements.set(connection, statement)
    return statement.execute(values)
  }
}

const maxShapes = 50

/**
 * The same for a statement whose text depends on the request, such as the order of a list: one for each of the first
 * shapes that occur. PostgreSQL keeps them all, so their number is limited; the others are built each time.
 */
export const preparedQueries = <Shape, Values extends Record<string, unknown>, Rows>(
  build: (db: Database, shape: Shape, placeholders: Placeholders<Values>) => { prepare(name: string): Statement<Rows> },
): ((db: Database, shape: Shape, values: Values) => Promise<Rows>) => {
  const shapes = new Map<string, (db: Database, values: Values) => Promise<Rows>>()
  return (db, shape, values) => {
    const key = JSON.stringify(shape)
    const cached = shapes.get(key)
    if (cached) return cached(db, values)
    // PostgreSQL discards an unnamed statement with the next one.
    if (shapes.size >= maxShapes)
      return build(db, shape, names as Placeholders<Values>)
        .prepare('')
        .execute(values)
    const query = preparedQuery((other, placeholders: Placeholders<Values>) => build(other, shape, placeholders))
    shapes.set(key, query)
    return query(db, values)
  }
}

/** One page of a list. Its length is part of the text, so that PostgreSQL plans for few rows. */
export interface PageShape<Sort> {
  sort: Sort
  pageSize: number
  isFirst: boolean
}

/** The text is the same for any number of values. */
export const whereAnyOf = (column: Column, placeholder: Placeholder): SQL => sql`${column} = any (${placeholder})`
