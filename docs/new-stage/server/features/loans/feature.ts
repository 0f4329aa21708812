import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolmentStages } from '../enrolments/service.ts'
import { enrolment } from '../enrolments/tables.ts'
import { loanInvariants } from './invariants.ts'
import { notifyLoanDecisions } from './notices.ts'
import { loansData } from './personal-data.ts'
import { checkNoneOpen } from './policy.ts'
import { loansOfTeams } from './queries.ts'
import { loanRoutes } from './routes.ts'
import { loan } from './tables.ts'

export const loansFeature: Feature = {
  name: 'loans',
  start: ({ asProgram }) => ({
    routes: loanRoutes,
    jobs: [{ name: 'loan decisions', everyMilliseconds: 5_000, run: () => notifyLoanDecisions(asProgram()) }],
  }),
  auditSubjects: {
    loan: {
      id: sql`${loan.id}`,
      from: sql`${loan} join ${enrolment} on ${enrolment.id} = ${loan.enrolmentId}`,
      name: sql`to_jsonb(${enrolment.number}::text)`,
      whereAbout: (activities) => sql`${loan.activityId} = any (${activities})`,
    },
  },
  // Of the current edition.
  menuCounts: {
    loans: {
      duty: 'contest',
      select: () => sql`
        select 1 from ${loan}
        join ${activity} on ${activity.id} = ${loan.activityId}
        join ${edition} on ${edition.id} = ${activity.editionId}
        where ${edition.current} and ${loan.state} = 'submitted'
      `,
    },
  },
  invariants: loanInvariants,
  demo: { locked: ['loan'], tables: ['loan_event', 'loan'] },
  personalData: loansData,
  provides: [
    provide(enrolmentStages, {
      mayLeaveApproval: async ({ db }, team) => checkNoneOpen(await loansOfTeams(db, [team.id])),
      mayWithdraw: async ({ db }, team) => checkNoneOpen(await loansOfTeams(db, [team.id])),
      withdraw: async () => undefined,
    }),
  ],
}
