import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'

/** There is no content and no account yet. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ empty: boolean }>(
    sql`select not exists (select from article) and not exists (select from account) as empty`,
  )
  return rows[0]!.empty
}
