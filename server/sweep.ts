import { keepLetterCounts } from './features/announcements/service.ts'
import { sweepFiles } from './features/files/service.ts'
import { expireInvitations, forgetContacts } from './features/teams/service.ts'
import { sweepUploads } from './features/files/uploads.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/connect.ts'
import { sql, type SQL } from './platform/database/drizzle.ts'
import type { Storage } from './platform/storage/storage.ts'

interface SweepDeps {
  db: Database
  clock: Clock
  storage: Storage
}

interface Sweep {
  /** Forgets everything that has had its time. */
  run(): Promise<void>
}

const dayMilliseconds = 86_400_000
const rowsAtOnce = 1_000

/** How long letters that were sent, failed or expired stay in the outbox. */
const outboxDays = 30

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMilliseconds)

/** What is forgotten, and when. */
const duties = (now: Date): { table: SQL; where: SQL }[] => {
  const ago = (days: number): Date => daysBefore(now, days)
  return [
    { table: sql`session`, where: sql`expires_at <= ${now}` },
    { table: sql`known_network`, where: sql`seen_at <= ${ago(180)}` },
    // Older codes still count towards the day's allowance.
    { table: sql`code`, where: sql`expires_at <= ${ago(2)}` },
    { table: sql`throttle`, where: sql`updated_at <= ${ago(2)}` },
    { table: sql`spent_proof`, where: sql`expires_at <= ${now}` },
    { table: sql`idempotency`, where: sql`created_at <= ${ago(2)}` },
    { table: sql`outbox`, where: sql`created_at <= ${ago(outboxDays)} and state <> 'waiting'` },
  ]
}

/** In small steps, so that nobody waits for it; rows that somebody holds are left for the next time. */
export const createSweep = ({ db, clock, storage }: SweepDeps): Sweep => ({
  run: async () => {
    const now = clock.now()
    // A day before the outbox deletes the letters that are counted.
    await keepLetterCounts({ db }, daysBefore(now, outboxDays - 1))
    for (const { table, where } of duties(now))
      for (let swept = rowsAtOnce; swept === rowsAtOnce;) {
        const { rowCount } = await db.execute(sql`
          delete from ${table} where ctid = any (array(
            select ctid from ${table} where ${where} limit ${rowsAtOnce} for update skip locked
          ))
        `)
        swept = rowCount ?? 0
      }
    await expireInvitations(db, now)
    await forgetContacts(db, now)
    await sweepFiles(db, storage, now)
    await sweepUploads(db, storage, now)
  },
})
