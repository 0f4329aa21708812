import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { expertLeaves } from '../accounts/service.ts'
import { account } from '../accounts/tables.ts'
import { activity, edition } from '../competition/tables.ts'
import { judgedActivities } from '../teams/service.ts'
import { taskActivities } from '../tasks/service.ts'
import { work } from '../works/tables.ts'
import { activitiesOfTask } from './concerned.ts'
import { roundInvariants } from './invariants.ts'
import { leaveRounds } from './leaving.ts'
import { roundsData } from './personal-data.ts'
import { planRunner } from './plan.ts'
import { planRoutes } from './plan-routes.ts'
import { remindReviewers } from './reviewer-notices.ts'
import { activitiesJudged } from './reviewer-queries.ts'
import { reviewerRoutes } from './reviewer-routes.ts'
import { roundRoutes } from './routes.ts'
import { entry, reviewer, round } from './tables.ts'
import { providedEnrolmentStage, providedWorkStage } from './work-stage.ts'

export const roundsFeature: Feature = {
  name: 'rounds',
  start: ({ asProgram, databaseUrl }) => ({
    routes: (http) => {
      roundRoutes(http)
      reviewerRoutes(http)
      planRoutes(http)
    },
    taskRunners: { plan: planRunner(databaseUrl) },
    jobs: [{ name: 'expert reminders', everyMilliseconds: 600_000, run: () => remindReviewers(asProgram()) }],
  }),
  auditSubjects: {
    round: {
      id: sql`${round.id}`,
      from: sql`${round} join ${edition} on ${edition.id} = ${round.editionId}`,
      name: sql`${round.name}`,
      detail: sql`${edition.year}::text`,
      timeZone: sql`${edition.timeZone}`,
      isMentioned: true,
    },
    entry: {
      id: sql`${entry.id}`,
      from: sql`${entry} join ${work} on ${work.id} = ${entry.workId} join ${activity} on ${activity.id} = ${work.activityId}`,
      name: sql`to_jsonb(coalesce(nullif(${work.title}, ''), ${entry.code})::text)`,
      detail: sql`${entry.code}`,
      variant: sql`${entry.roundId}::text`,
    },
    reviewer: {
      id: sql`${reviewer.id}`,
      from: sql`${reviewer} join ${account} on ${account.id} = ${reviewer.accountId} join ${round} on ${round.id} = ${reviewer.roundId}`,
      name: sql`to_jsonb(coalesce(${account.realName}, ${account.nickname}, ${account.username})::text)`,
      variant: sql`${reviewer.roundId}::text`,
      where: sql`${account.status} <> 'deleted'`,
      isMentioned: true,
    },
  },
  invariants: roundInvariants,
  demo: {
    locked: ['round'],
    tables: [
      'review_reminder',
      'assignment',
      'conflict',
      'entry',
      'reviewer',
      'panel',
      'round',
      'round_activity',
      'reviewer_profile',
    ],
  },
  personalData: roundsData,
  provides: [
    provide(expertLeaves, leaveRounds),
    provide(judgedActivities, activitiesJudged),
    provide(taskActivities, activitiesOfTask),
    providedEnrolmentStage,
    providedWorkStage,
  ],
}
