import { randomInt } from 'node:crypto'
import pg from 'pg'
import { Client } from './client.ts'
import { databaseCode, timeLimitsOf } from './connect.ts'
import { StartError } from './embedded-errors.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

const processOf = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]!.id
}

/** `own`: those of PostgreSQL itself; `kept`: a pooler gives each connection its own; `shared`: it gives them to any, a transaction at a time. */
type Sessions = 'own' | 'kept' | 'shared'

/** What kind of sessions the connections of a pool have. */
export const sessionsOf = async (pool: pg.Pool): Promise<Sessions> => {
  const one = await pool.connect()
  try {
    // PostgreSQL tells a client its process; a pooler makes a number up.
    if (one instanceof Client && one.announcedProcess === (await processOf(one))) return 'own'
    const other = await pool.connect()
    try {
      const processes = { one: new Set<number>(), other: new Set<number>() }
      // In an order in which two sessions that are given in turn are noticed, too.
      for (const name of ['one', 'one', 'other', 'one', 'other', 'other'] as const)
        processes[name].add(await processOf(name === 'one' ? one : other))
      const all = new Set([...processes.one, ...processes.other])
      return processes.one.size === 1 && processes.other.size === 1 && all.size === 2 ? 'kept' : 'shared'
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}

/** Any constant, the same for every version of the program. */
const poolerLock = 7_305_005

/** The user has no right to change the role, or the pooler uses another one than its address names. */
const roleRefusals: readonly unknown[] = ['42501', '42704']

const storedSettings = async (client: Queryable, role: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ settings: string[] }>(
    `select setconfig as settings from pg_db_role_setting
     join pg_database on pg_database.oid = setdatabase join pg_roles on pg_roles.oid = setrole
     where datname = current_database() and rolname = $1`,
    [role],
  )
  return rows[0]?.settings ?? []
}

/**
 * Sets the time limits of a pooler's address for its role in this database: a pooler refuses them as parameters, and a
 * `set` would end up in the session of somebody else. Every session that the pooler opens from now on has them. False: the
 * operator has to do it.
 */
const setTimeLimits = async (direct: pg.Pool, url: string): Promise<boolean> => {
  const client = await direct.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [poolerLock])
    const { rows } = await client.query<{ user: string; database: string }>(
      `select current_user as user, current_database() as database`,
    )
    const { user, database } = rows[0]!
    const role = decodeURIComponent(new URL(url).username) || user
    const stored = await storedSettings(client, role)
    for (const [name, milliseconds] of Object.entries(timeLimitsOf(url))) {
      if (stored.includes(`${name}=${milliseconds}`)) continue
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name} = ${milliseconds}`,
      )
    }
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (roleRefusals.includes(databaseCode(error))) return false
    throw error
  } finally {
    client.release()
  }
}

/** Locks belong to a database: what is locked in one is free in any other. */
const requireSameDatabase = async (direct: pg.Pool, pooled: pg.Pool): Promise<void> => {
  const key = randomInt(2 ** 31)
  const client = await direct.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', [poolerLock, key])
    const { rows } = await pooled.query<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1, $2) as "isFree"', [
      poolerLock,
      key,
    ])
    if (rows[0]!.isFree) throw new StartError('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.')
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

/** The time limits of the address that are not in force behind it. */
export const missingLimits = async (pooled: Queryable, url: string): Promise<string[]> => {
  const wanted = Object.entries(timeLimitsOf(url)).filter(([, milliseconds]) => milliseconds > 0)
  const { rows } = await pooled.query<{ name: string }>(
    `select name from pg_settings where name = any ($1) and setting = '0' order by name desc`,
    [wanted.map(([name]) => name)],
  )
  return rows.map(({ name }) => name)
}

/** Refuses a pooler that leads elsewhere, or behind which a statement could run for ever. Changes nothing. */
export const checkPooled = async (direct: pg.Pool, pooled: pg.Pool, url: string): Promise<void> => {
  await requireSameDatabase(direct, pooled)
  const missing = await missingLimits(pooled, url)
  if (missing.length > 0)
    throw new StartError(
      `The pooler of DATABASE_URL has connections without ${missing.join(' and ')}. A start sets them for the user, if it may; otherwise set them in the pooler's \`connect_query\`.`,
    )
}

/** More sessions than a pooler usually keeps open for one database. */
const maxOldSessions = 100

/** Ends sessions that the pooler opened before the time limits were set: each from within, so that it is in use by nobody else. */
const endOldSessions = async (pooled: pg.Pool, url: string): Promise<void> => {
  for (let left = maxOldSessions; left > 0; left -= 1) {
    const client = await pooled.connect()
    try {
      await client.query('begin')
      const isOld = (await missingLimits(client, url)).length > 0
      await client.query(isOld ? 'select pg_terminate_backend(pg_backend_pid())' : 'rollback').catch(() => undefined)
      if (!isOld) return
    } finally {
      client.release(true)
    }
  }
}

/** Makes a pooler usable for the program, or refuses it. */
export const preparePooled = async (direct: pg.Pool, pooled: pg.Pool, url: string): Promise<void> => {
  await requireSameDatabase(direct, pooled)
  if (await setTimeLimits(direct, url)) await endOldSessions(pooled, url)
  await checkPooled(direct, pooled, url)
}
