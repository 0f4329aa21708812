import type { Database } from '../../platform/database/connect.ts'
import { seedArticles } from './articles.ts'

/** Fills an empty database with a living site, its dates around today. All or nothing. */
export const seedDemo = (db: Database, now: Date): Promise<void> =>
  db.transaction((transaction) => seedArticles(transaction, now))
