import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { liftTimeLimits } from './client.ts'
import { databaseCode } from './connect.ts'
import { installQueue } from './queue-schema.ts'

const directory = join(import.meta.dirname, '../../database/migrations')

/** Any constant, the same for every version of the program. */
const migrationLock = 7_305_001

const minimumVersion = 150_000

/** The database cannot be brought up to date. The message is one line for the person at the terminal. */
export class MigrationError extends Error {}

const explain = (error: unknown, doing: string): MigrationError => {
  if (error instanceof MigrationError) return error
  if (databaseCode(error) === '42501')
    return new MigrationError('The user of the database may not create tables and schemas in it.', {
      cause: error,
    })
  const reason = (error instanceof Error ? error.message : String(error))
    .trim()
    .split(/\s*\n\s*/)
    .join(' / ')
  return new MigrationError(`${doing} failed: ${reason}`, { cause: error })
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Refuses a database that the program cannot use. */
export const checkServer = async (client: Pick<pg.Pool, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = rows[0]!
  if (version < minimumVersion)
    throw new MigrationError(`PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}`)
  if (encoding !== 'UTF8') throw new MigrationError(`The database must be encoded in UTF8; this one is ${encoding}`)
}

const appliedMigrations = async (client: pg.PoolClient): Promise<Map<string, string>> => {
  await client.query(
    `create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** The migrations still to run; throws if the database is newer or a file was changed after it ran. */
const pendingOf = (migrations: Migration[], applied: Map<string, string>): Migration[] => {
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this program does not know: start the newer program`,
      )
    }
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new MigrationError(`The migration ${name} was changed after it ran here`)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/**
 * Migrates the database, one process at a time; each file is one transaction. Returns the names that ran. `only`: no
 * others than these, for a database that is filled before the rest runs, the task queue included.
 */
export const migrate = async (pool: pg.Pool, only?: readonly string[]): Promise<string[]> => {
  let doing = 'Preparing the database'
  let client: pg.PoolClient | undefined
  try {
    client = await pool.connect()
    await checkServer(client)
    // Waiting for another process's migration may exceed the statement timeout.
    await liftTimeLimits(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const pending = pendingOf(await readMigrations(), await appliedMigrations(client)).filter(
      ({ name }) => only?.includes(name) ?? true,
    )
    for (const { name, sql, checksum } of pending) {
      doing = `The migration ${name}`
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    }
    doing = 'Preparing the task queue'
    if (!only) await installQueue(pool)
    return pending.map(({ name }) => name)
  } catch (error) {
    throw explain(error, doing)
  } finally {
    // Closing the connection releases the lock and resets the settings, also after a failure.
    client?.release(true)
  }
}

/** Runs those of these migrations that have not run yet, inspects the result, and rolls everything back. */
export const lookAfterMigrations = async <T>(
  pool: pg.Pool,
  only: readonly string[],
  look: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const pending = pendingOf(await readMigrations(), await appliedMigrations(client))
    for (const { name, sql } of pending) if (only.includes(name)) await client.query(sql)
    return await look(client)
  } finally {
    // Closing the connection rolls back.
    client.release(true)
  }
}

/** The migrations of this program by name, each with its checksum. */
export const knownMigrations = async (): Promise<Map<string, string>> =>
  new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))

/** The migrations that have run in this database; none in an empty one. */
export const ranMigrations = async (client: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('migration') is not null as exists`)
  if (!rows[0]!.exists) return new Map()
  const applied = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  return new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
}

/** Names of the migrations that have not run yet. */
export const pendingMigrations = async (pool: pg.Pool): Promise<string[]> =>
  pendingOf(await readMigrations(), await ranMigrations(pool)).map(({ name }) => name)
