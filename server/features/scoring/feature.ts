import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { roundDiscrepancies, roundFlags, roundResults } from '../rounds/service.ts'
import { countDiscrepanciesOf, countFlagsOf } from './board/board-queries.ts'
import { remindOfDeadlines } from './board/reminders.ts'
import { sheetInvariants } from './invariants.ts'
import { scoringRoutes } from './routes.ts'
import { worksGoingOn } from './settlement/settlements.ts'
import { runSettle } from './settlement/settle-round.ts'

export const scoringFeature: Feature = {
  name: 'scoring',
  invariants: sheetInvariants,
  start: ({ threads, asProgram }) => ({
    routes: (http) => scoringRoutes(http, threads),
    taskRunners: { settle: runSettle },
    jobs: [{ name: 'review deadlines', everyMilliseconds: 600_000, run: () => remindOfDeadlines(asProgram()) }],
  }),
  demo: { tables: ['settlement'] },
  provides: [
    provide(roundResults, { goingOn: worksGoingOn }),
    provide(roundFlags, countFlagsOf),
    provide(roundDiscrepancies, countDiscrepanciesOf),
  ],
}
