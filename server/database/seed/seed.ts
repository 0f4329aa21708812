import type { Database } from '../../platform/database/connect.ts'
import type { Installation } from '../../platform/context.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedArticles } from './articles.ts'
import { seedBanners } from './banners.ts'
import { seedCompetition } from './competition.ts'
import { seedExperts } from './experts.ts'
import { seedMaterials } from './materials.ts'
import { seedPages } from './pages.ts'
import { seedPartners } from './partners.ts'
import { seedPeople } from './people.ts'
import { seedTeams } from './teams.ts'
import { seedWorks } from './works.ts'
import { allOrNothing, createSeedFiles } from './seed-files.ts'

interface SeedOptions {
  /** Hash of the organiser's password; without one they sign in with a code. */
  organiserHash?: string
}

/** Fills an empty database with a live site, its dates around today. All or nothing. */
export const seedDemo = (
  db: Database,
  installation: Installation,
  now: Date,
  { organiserHash }: SeedOptions = {},
): Promise<{ organiser: string }> =>
  allOrNothing(installation.storage, (kept) =>
    db.transaction(async (transaction) => {
      const people = await seedPeople(transaction, now, organiserHash ?? null)
      const organiser = people.find(({ access }) => access === 'admin')!
      const files = createSeedFiles(transaction, kept, organiser.id, now)
      // What visitors see first comes first: pictures are converted in this order.
      await seedBanners(transaction, files, now)
      await seedCompetition(transaction, files, now)
      await seedPartners(transaction, files, now)
      await seedExperts(transaction, files, now)
      await seedMaterials(transaction, files, now)
      await seedArticles(transaction, files, now)
      await seedPages(transaction, files, now)
      await seedTeams(transaction, people, now)
      await seedWorks(transaction, { installation, storage: kept }, people, now)
      await seedAnnouncements(transaction, organiser, now)
      return { organiser: organiser.username }
    }),
  )
