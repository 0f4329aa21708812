import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { earliest } from '../../platform/moments.ts'
import { competitionSubjects } from './activities/audit-subjects.ts'
import { competitionEditingRoutes } from './activities/activity-routes.ts'
import { phaseRoutes } from './phases/phase-routes.ts'
import { nextActivityDue, nextPhaseChange } from './queries.ts'
import { competitionRoutes } from './routes.ts'

export const competitionFeature: Feature = {
  name: 'competition',
  start: () => ({
    routes: (http) => {
      competitionRoutes(http)
      phaseRoutes(http)
      competitionEditingRoutes(http)
    },
  }),
  nextChange: (db, now) => earliest([nextPhaseChange(db, now), nextActivityDue(db, now)]),
  auditSubjects: competitionSubjects,
  demo: {
    clear: async ({ db }) => {
      await db.execute(sql`update tally set last_number = 0`)
    },
  },
}
