import type { Database } from './connect.ts'
import { sql, type Column, type Placeholder, type SQL } from './drizzle.ts'

/** Names that stand for values, which come with each question. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder & { readonly value?: Values[Name] } }

interface Statement<Rows> {
  execute(values: Record<string, unknown>): Promise<Rows>
}

const names = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** Whom this database asks: the pool, or the connection of a transaction, which outlives it. */
const clientOf = (db: Database): object => (db._.session as unknown as { client: object }).client

let count = 0

/**
 * A statement that is used again and again. To put its text together takes longer than to send it, and is done once for each connection,
 * as is what PostgreSQL thinks about it. In conditions values go to the driver as they are, not as their columns would write them: moments,
 * ids, texts and lists of these are understood, JSON is not.
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

/** However many there are, the text is the same. */
export const isAnyOf = (column: Column, given: Placeholder): SQL => sql`${column} = any (${given})`
