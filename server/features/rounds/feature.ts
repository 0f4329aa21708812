import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { expertLeaves } from '../accounts/service.ts'
import { account } from '../accounts/tables.ts'
import { activitiesCopied, editionCheck } from '../competition/service.ts'
import { activity, edition } from '../competition/tables.ts'
import { judgedActivities } from '../teams/service.ts'
import { taskActivities } from '../tasks/service.ts'
import { work } from '../works/tables.ts'
import { checkRounds } from './setup/edition-check.ts'
import { copyRounds } from './setup/round-copies.ts'
import { nextRoundEnd, roundPhases } from './setup/round-phases.ts'
import { reviewSummaries } from './setup/stage-summary.ts'
import { activitiesOfTask, whereRoundOf } from './affected-activities.ts'
import { roundInvariants } from './invariants.ts'
import { leaveRounds } from './reviewers/departure.ts'
import { roundsData } from './personal-data.ts'
import { planRunner } from './plan/plan.ts'
import { planRoutes } from './plan/plan-routes.ts'
import { remindReviewers } from './reviewers/reviewer-notices.ts'
import { reviewersDueSoon } from './reviewers/reminder-queries.ts'
import { activitiesJudged } from './reviewers/reviewer-queries.ts'
import { providedMergedExperts } from './reviewers/merged-experts.ts'
import { reviewerRoutes } from './reviewers/reviewer-routes.ts'
import { roundRoutes } from './routes.ts'
import { entry, reviewer, round } from './tables.ts'
import { providedEnrolmentStage, providedWorkStage } from './entries/work-stage.ts'

export const roundsFeature: Feature = {
  name: 'rounds',
  start: ({ asProgram, databaseUrl, planSeconds }) => ({
    routes: (http) => {
      roundRoutes(http)
      reviewerRoutes(http)
      planRoutes(http, databaseUrl)
    },
    taskRunners: { plan: planRunner(databaseUrl, planSeconds) },
    jobs: [{ name: 'expert reminders', everyMilliseconds: 600_000, run: () => remindReviewers(asProgram()) }],
  }),
  nextChange: nextRoundEnd,
  auditSubjects: {
    round: {
      id: sql`${round.id}`,
      from: sql`${round} join ${edition} on ${edition.id} = ${round.editionId}`,
      name: sql`${round.name}`,
      detail: sql`${edition.year}::text`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => whereRoundOf(sql`${round.id}`, activities),
      isMentioned: true,
    },
    entry: {
      id: sql`${entry.id}`,
      from: sql`${entry} join ${work} on ${work.id} = ${entry.workId} join ${activity} on ${activity.id} = ${work.activityId}`,
      name: sql`to_jsonb(coalesce(nullif(${work.title}, ''), ${entry.code})::text)`,
      detail: sql`${entry.code}`,
      variant: sql`${entry.roundId}::text`,
      whereAbout: (activities) => whereRoundOf(sql`${entry.roundId}`, activities),
    },
    reviewer: {
      id: sql`${reviewer.id}`,
      from: sql`${reviewer} join ${account} on ${account.id} = ${reviewer.accountId} join ${round} on ${round.id} = ${reviewer.roundId}`,
      name: sql`to_jsonb(coalesce(${account.realName}, ${account.nickname}, ${account.username})::text)`,
      variant: sql`${reviewer.roundId}::text`,
      where: sql`${account.status} <> 'deleted'`,
      whereAbout: (activities) => whereRoundOf(sql`${reviewer.roundId}`, activities),
      isMentioned: true,
    },
  },
  menuCounts: {
    rounds: {
      duty: 'contest',
      select: (_organiser, now) => sql`
        select 1 from ${round} join ${edition} on ${edition.id} = ${round.editionId}
        where ${edition.current}
          and (${round.state} = 'closed' or (${round.state} = 'open' and ${round.closesAt} <= ${now}))
      `,
    },
    experts: { duty: 'contest', select: (_organiser, now) => reviewersDueSoon(now) },
  },
  stageSummaries: reviewSummaries,
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
    provide(activitiesCopied, copyRounds),
    provide(editionCheck, checkRounds),
    provide(expertLeaves, leaveRounds),
    provide(judgedActivities, activitiesJudged),
    providedMergedExperts,
    provide(taskActivities, activitiesOfTask),
    providedEnrolmentStage,
    providedWorkStage,
    ...roundPhases,
  ],
}
