import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'

/** Nothing of the site's content exists yet, and nobody has an account. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ empty: boolean }>(
    sql`select not exists (select from article) and not exists (select from account) as empty`,
  )
  return rows[0]!.empty
}
