import { inArray, sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { expertsData } from './personal-data.ts'
import { countExperts } from './queries.ts'
import { expertRoutes } from './routes.ts'
import { expert } from './tables.ts'

export const expertsFeature: Feature = {
  name: 'experts',
  start: () => ({ routes: expertRoutes }),
  emptyPages: async (db) => ((await countExperts(db, { state: 'published' })) > 0 ? [] : ['/Expert']),
  auditSubjects: {
    expert: { id: sql`${expert.id}`, from: sql`${expert}`, name: sql`${expert.name}`, isMentioned: true },
  },
  demo: {
    clear: async ({ db }, people) => {
      await db
        .update(expert)
        .set({ accountId: null })
        .where(inArray(expert.accountId, [...people]))
    },
  },
  personalData: expertsData,
}
