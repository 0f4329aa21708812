import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'

/** Nothing of the site's content exists yet. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ empty: boolean }>(sql`select not exists (select from article) as empty`)
  return rows[0]!.empty
}
