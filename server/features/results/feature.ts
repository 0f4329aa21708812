import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { activity, edition } from '../competition/tables.ts'
import { editionCheck } from '../competition/service.ts'
import { roundsCopied } from '../rounds/service.ts'
import { checkPrizes } from './office/edition-check.ts'
import { copyPrizeRules } from './office/rule-copies.ts'
import { resultSummaries } from './office/stage-summary.ts'
import { followAnnouncements, nextResultChange } from './publication/announcement.ts'
import { listsWaitingFor } from './lists/list-queries.ts'
import { runRanking } from './lists/computation.ts'
import { resultInvariants } from './invariants.ts'
import { resultsData } from './personal-data.ts'
import { emptyResultPages } from './public/empty-pages.ts'
import { publicResultRoutes } from './public/public-routes.ts'
import { listPhases } from './publication/list-phases.ts'
import { resultRoutes } from './routes.ts'
import { resultList } from './tables.ts'
import { tellOfResults } from './publication/notices.ts'

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
  emptyPages: emptyResultPages,
  auditSubjects: {
    prizes: {
      id: sql`${activity.id}`,
      from: sql`${activity} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`${activity.name}`,
      detail: sql`${activity.code}`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => sql`${activity.id} = any (${activities})`,
    },
    resultList: {
      id: sql`${resultList.id}`,
      from: sql`${resultList} join ${activity} on ${activity.id} = ${resultList.activityId} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`${activity.name}`,
      detail: sql`${resultList.number}::text`,
      variant: sql`${activity.id}::text`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => sql`${activity.id} = any (${activities})`,
    },
  },
  menuCounts: { results: { duty: 'contest', select: listsWaitingFor } },
  stageSummaries: resultSummaries,
  invariants: resultInvariants,
  provides: [provide(roundsCopied, copyPrizeRules), provide(editionCheck, checkPrizes), ...listPhases],
  personalData: resultsData,
  demo: {
    locked: ['result_list'],
    tables: ['result_notice', 'result_row', 'result_decision', 'result_list', 'prize_rules'],
  },
}
