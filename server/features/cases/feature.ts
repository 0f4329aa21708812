import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { caseSummaries } from './office/stage-summary.ts'
import { evidenceReader } from './parties/evidence.ts'
import { caseInvariants } from './invariants.ts'
import { providedObstacles } from './arbiters/obstacles.ts'
import { casesData } from './personal-data.ts'
import { eraseExpiredParties } from './retention.ts'
import { caseRoutes } from './routes.ts'
import { contestCase } from './tables.ts'
import { caseTasks } from './tasks.ts'

export const casesFeature: Feature = {
  name: 'cases',
  start: ({ asProgram }) => ({
    routes: caseRoutes,
    jobs: [{ name: 'case retention', everyMilliseconds: 3_600_000, run: () => eraseExpiredParties(asProgram()) }],
  }),
  tasks: caseTasks,
  files: { evidence: evidenceReader },
  auditSubjects: {
    case: {
      id: sql`${contestCase.id}`,
      from: sql`${contestCase}`,
      name: sql`to_jsonb(${contestCase.number}::text)`,
      whereAbout: (activities) => sql`${contestCase.activityId} = any (${activities})`,
    },
  },
  menuCounts: {
    cases: {
      duty: 'contest',
      select: () => sql`select 1 from ${contestCase} where ${contestCase.closedAt} is null`,
    },
  },
  stageSummaries: caseSummaries,
  invariants: caseInvariants,
  demo: {
    locked: ['contest_case'],
    tables: ['case_evidence', 'case_message', 'case_event', 'case_party', 'contest_case', 'arbiter'],
  },
  personalData: casesData,
  provides: [providedObstacles],
}
