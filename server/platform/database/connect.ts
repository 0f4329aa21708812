import pg from 'pg'
import { Client, type ClientOptions } from './client.ts'
import { drizzle, DrizzleQueryError, type NodePgDatabase, type NodePgTransaction } from './drizzle.ts'
import { poolSizes } from './pool-sizes.ts'

type Schema = Record<string, never>
export type Database = NodePgDatabase<Schema> | NodePgTransaction<Schema, never>

export interface Connection {
  db: NodePgDatabase<Schema>
  pool: pg.Pool
  /** Ends all connections. */
  close(): Promise<void>
}

/** Waiting for a busy pool may take longer than connecting: high load is no outage. */
const waitingMilliseconds = 20_000

/** The connections of transactions. */
const connections = new WeakMap<Database, pg.PoolClient>()

/** What statements are prepared for: the pool, or the connection of a transaction, which outlives it. */
export const connectionOf = (db: Database): object => connections.get(db) ?? db

/** Of these, what no pooler is in front of. */
const direct = new WeakSet<object>()

/** Whether what is prepared for a connection is still there at its next transaction. */
export const hasSession = (connection: object): boolean => direct.has(connection)

/** Remembers the connection of a transaction and of those within it. */
const remember = (transaction: NodePgTransaction<Schema, never>, client: pg.PoolClient): void => {
  connections.set(transaction, client)
  const begin = transaction.transaction.bind(transaction)
  transaction.transaction = (work) =>
    begin((inner) => {
      remember(inner, client)
      return work(inner)
    })
}

/**
 * Drizzle's own `transaction` does not release a connection that breaks at `begin`: after ten of these the pool would
 * be empty for good.
 */
const releaseAlways = (db: NodePgDatabase<Schema>, pool: pg.Pool): void => {
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase<Schema>>()
  db.transaction = async (work, settings) => {
    const client = await pool.connect()
    const own = databases.get(client) ?? drizzle({ client })
    databases.set(client, own)
    try {
      return await own.transaction((transaction) => {
        remember(transaction as NodePgTransaction<Schema, never>, client)
        return work(transaction)
      }, settings)
    } finally {
      client.release()
    }
  }
}

const defaultTimeLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/** In milliseconds. They may be overridden in the URL: `?statement_timeout=60000&idle_in_transaction_session_timeout=60000`. */
export const timeLimitsOf = (url: string): typeof defaultTimeLimits => {
  const { searchParams } = new URL(url)
  const limitOf = (name: keyof typeof defaultTimeLimits): number => {
    const value = searchParams.get(name)
    return value === null ? defaultTimeLimits[name] : Number.parseInt(value, 10) || 0
  }
  return {
    statement_timeout: limitOf('statement_timeout'),
    idle_in_transaction_session_timeout: limitOf('idle_in_transaction_session_timeout'),
  }
}

/** The name of connections whose sessions a pooler keeps, for whoever looks for running sites. */
const pooledName = 'lectern pooled'

/** `isPooled`: the address is that of a pooler, whose time limits are settings of the role (`setTimeLimits`). */
export const connect = (
  url: string,
  onIdleError: (error: Error) => void,
  { isPooled = false }: { isPooled?: boolean } = {},
): Connection => {
  const options: pg.PoolConfig & ClientOptions = {
    Client,
    connectionString: url,
    application_name: isPooled ? pooledName : 'lectern',
    max: poolSizes.requests,
    connectionTimeoutMillis: waitingMilliseconds,
    idleTimeoutMillis: 60_000,
    ...defaultTimeLimits,
    isPooled,
  }
  const pool = new pg.Pool(options)
  // The pool replaces a broken idle connection (database restarted); without a listener it would end the program.
  pool.on('error', onIdleError)
  pool.on('acquire', (client) => client instanceof Client && client.limitSilence())
  const db = drizzle({ client: pool })
  releaseAlways(db, pool)
  if (!isPooled) {
    direct.add(db)
    pool.on('connect', (client) => direct.add(client))
  }
  return { db, pool, close: () => pool.end() }
}

/** SQLSTATEs and socket errors of a database that is unreachable or shutting down. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25P04',
  '53300',
])

const causes = function* (error: unknown): Generator<{
  code?: unknown
  syscall?: unknown
  message?: unknown
  constraint?: unknown
}> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause
    if (cause instanceof AggregateError) for (const inner of cause.errors) yield* causes(inner)
  }
}

/** SQLSTATE (or socket error code) of a failed query, wherever the driver or Drizzle put it. */
export const databaseCode = (error: unknown): string | undefined => {
  for (const { code } of causes(error)) if (typeof code === 'string') return code
  return undefined
}

/** SQLSTATEs of unique indexes, checks, and triggers that enforce a rule. */
const violations: readonly unknown[] = ['23505', '23514', '23001']

/** The unique index, check or trigger that refused a row, if that is why a query failed. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (const { code, constraint } of causes(error))
    if (violations.includes(code) && typeof constraint === 'string') return constraint
  return undefined
}

/** Another request may take a name between check and change: the second attempt then finds it taken, and says so. */
export const retryIfTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (violatedConstraint(error)) return work()
    throw error
  })

export const isDatabaseAway = (error: unknown): boolean => {
  for (const { code, syscall, message } of causes(error)) {
    if (typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'))) return true
    // The socket of the embedded PostgreSQL is gone while that does not run.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (
      typeof message === 'string' &&
      /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/.test(message)
    )
      return true
  }
  return false
}

/** A failed query as it may be logged: statement and reason, but no values, which may be secrets. */
export const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof DrizzleQueryError)) return error
  const reported = new Error(`Failed query: ${error.query}`, { cause: error.cause })
  const frames = error.stack?.indexOf('\n    at ') ?? -1
  reported.stack = frames < 0 ? reported.message : `${reported.message}${error.stack!.slice(frames)}`
  return reported
}
