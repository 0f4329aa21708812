import type { Database } from '../../platform/database/connect.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { seedArticles } from './articles.ts'
import { seedPages } from './pages.ts'
import { seedPeople } from './people.ts'

interface SeedOptions {
  /** Hash of the organiser's password; without one he signs in by a code. */
  organiserHash?: string
}

/** Fills an empty database with a living site, its dates around today. All or nothing. */
export const seedDemo = (
  db: Database,
  _storage: Storage,
  now: Date,
  { organiserHash }: SeedOptions = {},
): Promise<{ organiser: string }> =>
  db.transaction(async (transaction) => {
    await seedArticles(transaction, now)
    await seedPages(transaction, now)
    return { organiser: await seedPeople(transaction, now, organiserHash ?? null) }
  })
