import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { activity, edition } from '../competition/tables.ts'
import { followAnnouncements, nextResultChange } from './announcing.ts'
import { runRanking } from './computing.ts'
import { resultInvariants } from './invariants.ts'
import { resultsData } from './personal-data.ts'
import { publicResultRoutes } from './public-routes.ts'
import { resultRoutes } from './routes.ts'
import { resultList } from './tables.ts'
import { tellOfResults } from './telling.ts'

export const resultsFeature: Feature = {
  name: 'results',
  start: ({ asProgram, threads }) => ({
    routes: (http) => {
      resultRoutes(http, threads)
      publicResultRoutes(http, threads)
    },
    taskRunners: { rank: runRanking },
    jobs: [
      { name: 'announcements of results', everyMilliseconds: 2_000, run: () => followAnnouncements(asProgram()) },
      { name: 'notices of results', everyMilliseconds: 5_000, run: () => tellOfResults(asProgram()) },
    ],
  }),
  nextChange: nextResultChange,
  auditSubjects: {
    prizes: {
      id: sql`${activity.id}`,
      from: sql`${activity} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`${activity.name}`,
      detail: sql`${activity.code}`,
      timeZone: sql`${edition.timeZone}`,
    },
    resultList: {
      id: sql`${resultList.id}`,
      from: sql`${resultList} join ${activity} on ${activity.id} = ${resultList.activityId} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`${activity.name}`,
      detail: sql`${resultList.number}::text`,
      variant: sql`${activity.id}::text`,
      timeZone: sql`${edition.timeZone}`,
    },
  },
  invariants: resultInvariants,
  personalData: resultsData,
  demo: {
    locked: ['result_list'],
    tables: ['result_notice', 'result_row', 'result_decision', 'result_list', 'prize_rules'],
  },
}
