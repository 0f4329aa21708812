import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { activitiesCopied } from '../competition/service.ts'
import { activity, edition } from '../competition/tables.ts'
import { institution } from '../institutions/tables.ts'
import { providedStages } from './entries/recommended.ts'
import { recommendationInvariants } from './invariants.ts'
import { providedMergedRows } from './merges.ts'
import { tellNotRecommended } from './notices/not-recommended.ts'
import { recommendationsData } from './personal-data.ts'
import { recommendationRoutes } from './routes.ts'
import { copyRules } from './rules/rules.ts'
import { recommendationSummaries } from './rules/stage-summary.ts'
import { scanReader } from './summaries/scans.ts'
import { recommendationList } from './tables.ts'
import { recommendationTasks } from './tasks.ts'

export const recommendationsFeature: Feature = {
  name: 'recommendations',
  start: ({ asProgram, threads, siteTitle }) => ({
    routes: (http) => recommendationRoutes(http, { threads, siteTitle }),
    jobs: [{ name: 'entries not recommended', everyMilliseconds: 60_000, run: () => tellNotRecommended(asProgram()) }],
  }),
  tasks: recommendationTasks,
  files: { stampedSummary: scanReader },
  auditSubjects: {
    recommendationRules: {
      id: sql`${activity.id}`,
      from: sql`${activity} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`${activity.name}`,
      detail: sql`${activity.code}`,
      variant: sql`${activity.id}::text`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => sql`${activity.id} = any (${activities})`,
    },
    recommendationList: {
      id: sql`${recommendationList.id}`,
      from: sql`${recommendationList} join ${activity} on ${activity.id} = ${recommendationList.activityId}
        join ${edition} on ${edition.id} = ${activity.editionId}
        join ${institution} on ${institution.id} = ${recommendationList.institutionId}`,
      name: sql`${institution.name}`,
      detail: sql`${activity.code}`,
      variant: sql`${activity.id}::text`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => sql`${recommendationList.activityId} = any (${activities})`,
    },
  },
  // Lists of the highest level of the current edition, which organisers decide on.
  menuCounts: {
    recommendations: {
      duty: 'contest',
      select: () => sql`
        select 1 from recommendation_list as list
        join recommendation_rules as rules on rules.activity_id = list.activity_id
        join activity on activity.id = list.activity_id
        join edition on edition.id = activity.edition_id
        where edition.current and list.state = 'handedIn'
          and list.level = case rules.recommended_by when 'school' then 'school' else 'province' end
      `,
    },
  },
  stageSummaries: recommendationSummaries,
  invariants: recommendationInvariants,
  demo: {
    locked: ['recommendation_list', 'recommendation_quota'],
    tables: [
      'recommendation_notice',
      'recommendation_reminder',
      'recommendation_date',
      'recommendation_extension',
      'recommendation_event',
      'recommendation_submission',
      'recommendation_summary',
      'recommendation_row',
      'recommendation_list',
      'recommendation_quota',
      'recommendation_tally',
    ],
  },
  personalData: recommendationsData,
  provides: [...providedStages, providedMergedRows, provide(activitiesCopied, copyRules)],
}
