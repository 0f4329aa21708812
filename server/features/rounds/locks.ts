import type { RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'

/**
 * Locks a round until the transaction ends: `shared` for writing a score, `exclusive` for everything that changes who judges what, or
 * when. Saving scores does not wait for other experts.
 */
export const lockRound = async (db: Database, id: RoundId, mode: 'shared' | 'exclusive'): Promise<void> => {
  const key = sql`hashtextextended(${`round ${id}`}, 0)`
  await db.execute(
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}
