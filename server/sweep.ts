import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/connect.ts'
import { sql } from './platform/database/drizzle.ts'
import type { Expired, Feature } from './platform/feature.ts'
import type { Storage } from './platform/storage/storage.ts'

interface SweepDeps {
  db: Database
  clock: Clock
  storage: Storage
  features: readonly Feature[]
}

interface Sweep {
  /** Deletes everything that has expired. */
  run(): Promise<void>
}

const keptMilliseconds = 2 * 86_400_000
const rowsAtOnce = 1_000

/** Rows of the platform itself. */
const expiredOfPlatform = (now: Date): Expired[] => {
  const before = new Date(now.getTime() - keptMilliseconds)
  return [
    { table: sql`throttle`, where: sql`updated_at <= ${before}` },
    { table: sql`idempotency`, where: sql`created_at <= ${before}` },
  ]
}

/** In small batches, so that nobody waits; locked rows are left for the next run. */
const deleteExpired = async (db: Database, { table, where }: Expired): Promise<void> => {
  for (let swept = rowsAtOnce; swept === rowsAtOnce;) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${where} limit ${rowsAtOnce} for update skip locked
      ))
    `)
    swept = rowCount ?? 0
  }
}

/** The highest feature first: it may still need rows of lower ones. */
export const createSweep = ({ db, clock, storage, features }: SweepDeps): Sweep => ({
  run: async () => {
    const now = clock.now()
    for (const { sweep } of features.toReversed()) {
      await sweep?.run?.({ db, storage, now, features })
      for (const expired of sweep?.expired?.(now) ?? []) await deleteExpired(db, expired)
    }
    for (const expired of expiredOfPlatform(now)) await deleteExpired(db, expired)
  },
})
