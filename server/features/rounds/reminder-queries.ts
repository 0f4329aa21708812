import type { Database } from '../../platform/database/connect.ts'
import { reviewReminder } from './tables.ts'

/** Notes that an expert is reminded on this day; false if they have been already. */
export const noteReviewReminder = async (
  db: Database,
  reminder: typeof reviewReminder.$inferInsert,
): Promise<boolean> => {
  const { rowCount } = await db.insert(reviewReminder).values(reminder).onConflictDoNothing()
  return rowCount === 1
}
