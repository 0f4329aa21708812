import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { activity, edition } from '../competition/tables.ts'
import { team } from '../teams/tables.ts'
import { providedActivityUses } from './activity-use.ts'
import { extensionRoutes } from './extension-routes.ts'
import { answerReader } from './file-reader.ts'
import { enrolmentInvariants } from './invariants.ts'
import { offerSeats } from './offers.ts'
import { enrolmentOfficeRoutes } from './office-routes.ts'
import { notifyOpenings } from './openings.ts'
import { enrolmentsData } from './personal-data.ts'
import { providedProgress } from './progress.ts'
import { remindTeams } from './reminders.ts'
import { enrolmentRoutes } from './routes.ts'
import { enrolment } from './tables.ts'
import { providedTeamEnrolments } from './team-enrolments.ts'
import { notifyDecisions } from './decision-notices.ts'

export const enrolmentsFeature: Feature = {
  name: 'enrolments',
  start: ({ settings, threads, asProgram }) => ({
    routes: (http) => {
      enrolmentRoutes(http)
      extensionRoutes(http)
      enrolmentOfficeRoutes(http, settings, threads)
    },
    jobs: [
      { name: 'decisions', everyMilliseconds: 5_000, run: () => notifyDecisions(asProgram()) },
      { name: 'openings', everyMilliseconds: 30_000, run: () => notifyOpenings(asProgram()) },
      { name: 'waiting lists', everyMilliseconds: 15_000, run: () => offerSeats(asProgram()) },
      { name: 'reminders', everyMilliseconds: 600_000, run: () => remindTeams(asProgram()) },
    ],
  }),
  files: { answer: answerReader },
  auditSubjects: {
    enrolment: {
      id: sql`${enrolment.id}`,
      from: sql`${enrolment}
        join ${team} on ${team.id} = ${enrolment.teamId}
        join ${activity} on ${activity.id} = ${team.activityId}
        join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`to_jsonb(${team.name}::text)`,
      detail: sql`${enrolment.number}`,
      timeZone: sql`${edition.timeZone}`,
      fields: sql`${activity.fields}`,
      isMentioned: true,
    },
  },
  invariants: enrolmentInvariants,
  demo: { locked: ['enrolment'], tables: ['enrolment', 'extension'] },
  personalData: enrolmentsData,
  provides: [providedActivityUses, providedProgress, providedTeamEnrolments],
}
