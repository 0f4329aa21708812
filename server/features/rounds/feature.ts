import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { activity, edition } from '../competition/tables.ts'
import { work } from '../works/tables.ts'
import { roundInvariants } from './invariants.ts'
import { roundsData } from './personal-data.ts'
import { roundRoutes } from './routes.ts'
import { entry, round } from './tables.ts'
import { providedEnrolmentStage, providedWorkStage } from './work-stage.ts'

export const roundsFeature: Feature = {
  name: 'rounds',
  start: () => ({
    routes: (http) => {
      roundRoutes(http)
    },
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
  provides: [providedEnrolmentStage, providedWorkStage],
}
