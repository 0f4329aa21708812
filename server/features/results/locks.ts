import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'

/** Locks the prize rules, lists and decisions of an activity until the transaction ends. */
export const lockResults = async (db: Database, id: ActivityId): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`results ${id}`}, 0))`)
}
