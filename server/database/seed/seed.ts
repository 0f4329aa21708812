import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/connect.ts'
import { seedArticles } from './articles.ts'

/** Nothing of the site's content exists yet. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const { rows } = await db.execute<{ empty: boolean }>(sql`select not exists (select from article) as empty`)
  return rows[0]!.empty
}

/** Fills an empty database with a living site, its dates around today. All or nothing. */
export const seedDemo = (db: Database, now: Date): Promise<void> => db.transaction((transaction) => seedArticles(transaction, now))
