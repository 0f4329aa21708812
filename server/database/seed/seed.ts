import type { Database } from '../../platform/database/connect.ts'
import type { Installation } from '../../platform/context.ts'
import { installTemplates } from '../../features/certificates/service.ts'
import { installDocuments } from '../documents.ts'
import { seedAccessTokens } from './access-tokens.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedArticles } from './articles.ts'
import { seedBanners } from './banners.ts'
import { seedCertificates } from './certificates.ts'
import { seedCompetition } from './competition.ts'
import { seedExperts } from './experts.ts'
import { seedInstitutions } from './institutions.ts'
import { seedMaterials } from './materials.ts'
import { seedPages } from './pages.ts'
import { seedPartners } from './partners.ts'
import { demoAuditor, demoExpert, demoOfficers, secondOrganiser, seedPeople } from './people.ts'
import { seedRecommendations } from './recommendations.ts'
import { seedResults } from './results.ts'
import { seedRounds } from './rounds.ts'
import { createScene } from './scene.ts'
import { seedTeams } from './teams.ts'
import { seedWorks } from './works.ts'
import { allOrNothing, createSeedFiles } from './seed-files.ts'

interface SeedOptions {
  /** Hash of the password of the organisers, the expert and the officers; without one they sign in with a code. */
  passwordHash?: string
  /** Gives up between two steps. */
  signal?: AbortSignal | undefined
}

/** Usernames of those with a password. */
interface DemoAccounts {
  organiser: string
  /** Who confirms what the first one proposes. */
  second: string
  auditor: string
  expert: string
  provinceOfficer: string
  schoolOfficer: string
}

/** Fills an empty database with a live site, its dates around today. All or nothing. */
export const seedDemo = (
  db: Database,
  installation: Installation,
  now: Date,
  { passwordHash, signal }: SeedOptions = {},
): Promise<DemoAccounts> =>
  allOrNothing(installation.storage, (storage) =>
    db.transaction(async (transaction) => {
      // Its people have agreed to these.
      await installDocuments(transaction, now)
      await installTemplates(transaction, now)
      const people = await seedPeople(transaction, now, passwordHash ?? null)
      const scene = createScene(transaction, { installation, storage, signal }, people)
      const { organiser } = scene
      const files = createSeedFiles(transaction, storage, organiser.id, now)
      // What visitors see first comes first: pictures are converted in this order.
      const steps = [
        () => seedBanners(transaction, files, now),
        () => seedCompetition(transaction, files, now),
        () => seedPartners(transaction, files, now),
        () => seedExperts(transaction, files, now),
        () => seedMaterials(transaction, files, now),
        () => seedArticles(transaction, files, now),
        () => seedPages(transaction, files, now),
        () => seedTeams(transaction, people, now),
        () => seedInstitutions(transaction, people, now),
        () => seedWorks(scene, now),
        () => seedRecommendations(scene, now),
        () => seedRounds(scene, now),
        () => seedResults(scene, now),
        () => seedCertificates(scene, now),
        () => seedAnnouncements(transaction, organiser, now),
        () => seedAccessTokens(transaction, organiser, now),
      ]
      for (const step of steps) {
        signal?.throwIfAborted()
        await step()
      }
      return {
        organiser: organiser.username,
        second: secondOrganiser,
        auditor: demoAuditor,
        expert: demoExpert,
        provinceOfficer: demoOfficers.province,
        schoolOfficer: demoOfficers.school,
      }
    }),
  )
