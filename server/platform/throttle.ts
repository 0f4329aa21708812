import type { Database } from './database/connect.ts'
import { sql, type SQL } from './database/drizzle.ts'
import type { Secrets } from './secrets.ts'

/** A rate limit: a burst, then one more after every `refillSeconds`. */
export interface Allowance {
  name: string
  burst: number
  refillSeconds: number
}

const keyOf = (secrets: Secrets, { name }: Allowance, whose: string): string =>
  `${name} ${secrets.digest('throttle', `${name} ${whose}`).toString('base64url')}`

/** Whose allowance is counted. */
export interface Holder {
  allowance: Allowance
  whose: string
}

/**
 * Clocks of servers differ and are adjusted: a row may have been written later than now. Up to this many seconds it
 * counts as written now; beyond that its clock was wrong, and the row is ignored. Otherwise people would be locked
 * out until that time.
 */
const clockTolerance = 600

/** How much of these allowances is used up now, across all processes, in one query. */
export const throttleLevels = async (
  db: Database,
  secrets: Secrets,
  holders: readonly Holder[],
  now: Date,
): Promise<number[]> => {
  const keys = holders.map(({ allowance, whose }) => keyOf(secrets, allowance, whose))
  const { rows } = await db.execute<{ key: string; level: number; age: number }>(sql`
    select key, level, extract(epoch from ${now}::timestamptz - updated_at)::float8 as age
    from throttle where key in ${keys}
  `)
  return holders.map(({ allowance }, index) => {
    const row = rows.find(({ key }) => key === keys[index])
    if (!row || row.age < -clockTolerance) return 0
    return Math.max(0, row.level - Math.max(0, row.age) / allowance.refillSeconds)
  })
}

const whereFromWrongClock = (now: Date): SQL =>
  sql`throttle.updated_at > ${now}::timestamptz + make_interval(secs => ${clockTolerance})`

/** The stored level, drained up to now. */
const drainedBy = (now: Date, { refillSeconds }: Allowance): SQL => sql`(
  case when ${whereFromWrongClock(now)} then 0
  else greatest(0, throttle.level
    - greatest(0, extract(epoch from ${now}::timestamptz - throttle.updated_at)) / ${refillSeconds}::float8)
  end)`

const updatedAt = (now: Date): SQL =>
  sql`case when ${whereFromWrongClock(now)} then ${now}::timestamptz else greatest(throttle.updated_at, ${now}) end`

interface Taken {
  /** How much is used up, including this one. */
  level: number
  exceeded: boolean
  seconds: number
}

/**
 * Takes one from each of these allowances in one statement, in the order of their keys to avoid deadlocks. The level stops rising once an allowance is exceeded.
 */
export const takeFromAll = async (
  db: Database,
  secrets: Secrets,
  holders: readonly Holder[],
  now: Date,
): Promise<Taken[]> => {
  const keyed = holders.map(({ allowance, whose }) => ({ key: keyOf(secrets, allowance, whose), allowance }))
  const inOrder = keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const taken = inOrder.map(
    ({ key, allowance }) =>
      sql`when ${key} then least(${allowance.burst}::float8 + 1, ${drainedBy(now, allowance)} + 1)`,
  )
  const { rows } = await db.execute<{ key: string; level: number }>(sql`
    insert into throttle (key, level, updated_at)
    values ${sql.join(
      inOrder.map(({ key }) => sql`(${key}, 1, ${now})`),
      sql`, `,
    )}
    on conflict (key) do update set
      level = case throttle.key ${sql.join(taken, sql` `)} end,
      updated_at = ${updatedAt(now)}
    returning key, level
  `)
  return keyed.map(({ key, allowance: { burst, refillSeconds } }) => {
    const { level } = rows.find((row) => row.key === key)!
    // Tolerates rounding errors of a millisecond.
    const wait = (level - burst) * refillSeconds - 0.001
    return { level, exceeded: wait > 0, seconds: Math.max(1, Math.ceil(wait)) }
  })
}

export const takeFrom = async (
  db: Database,
  secrets: Secrets,
  allowance: Allowance,
  whose: string,
  now: Date,
): Promise<Taken> => (await takeFromAll(db, secrets, [{ allowance, whose }], now))[0]!

/**
 * Takes one unless the allowance is used up, in one statement; returns the seconds to wait if it is. A refusal takes
 * nothing.
 */
export const takeIfLeft = async (
  db: Database,
  secrets: Secrets,
  allowance: Allowance,
  whose: string,
  now: Date,
): Promise<number | undefined> => {
  const { burst, refillSeconds } = allowance
  const drained = drainedBy(now, allowance)
  // Tolerates rounding errors of a millisecond.
  const { rowCount } = await db.execute(sql`
    insert into throttle (key, level, updated_at) values (${keyOf(secrets, allowance, whose)}, 1, ${now})
    on conflict (key) do update set
      level = ${drained} + 1,
      updated_at = ${updatedAt(now)}
    where (${drained} + 1 - ${burst}::float8) * ${refillSeconds}::float8 <= 0.001
  `)
  if (rowCount === 1) return undefined
  const [level = 0] = await throttleLevels(db, secrets, [{ allowance, whose }], now)
  return Math.max(1, Math.ceil((Math.min(burst, level) + 1 - burst) * refillSeconds - 0.001))
}

/** Gives one back to each, for an attempt that does not count. A counter without other use is deleted. */
export const giveBack = async (db: Database, secrets: Secrets, holders: readonly Holder[]): Promise<void> => {
  const keys = holders.map(({ allowance, whose }) => keyOf(secrets, allowance, whose))
  await db.execute(sql`
    with held as (select key, level from throttle where key in ${keys} order by key for update),
    emptied as (delete from throttle using held where throttle.key = held.key and held.level <= 1)
    update throttle set level = throttle.level - 1 from held where throttle.key = held.key and held.level > 1
  `)
}

/** A user has authenticated: their failures are forgotten. */
export const forgive = async (db: Database, secrets: Secrets, allowance: Allowance, whose: string): Promise<void> => {
  await db.execute(sql`delete from throttle where key = ${keyOf(secrets, allowance, whose)}`)
}

/** The groups of an IPv6 address, with the zeros that `::` stands for. */
const groupsOf = (address: string): string[] => {
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  if (!after) return before
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

/** A machine has a whole network of IPv6 addresses: they count as one. */
export const networkOf = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:') ? groupsOf(address).slice(0, 4).join(':') : address
