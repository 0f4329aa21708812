import type { RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'

type Mode = 'shared' | 'exclusive'

/** Takes the lock of a round where a query selects it. The id is a text. */
export const roundLock = (id: SQL, mode: Mode): SQL => {
  const key = sql`hashtextextended('round ' || ${id}, 0)`
  return mode === 'shared' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`
}

/**
 * Locks a round until the transaction ends: `shared` for writing a score, `exclusive` for everything that changes who judges what, or
 * when. Saving scores does not wait for other experts.
 */
export const lockRound = async (db: Database, id: RoundId, mode: Mode): Promise<void> => {
  await db.execute(sql`select ${roundLock(sql`${id}::text`, mode)}`)
}
