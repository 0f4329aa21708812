import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { activity, edition } from '../competition/tables.ts'
import { team } from '../teams/tables.ts'
import { enrolmentSummaries } from './office/stage-summary.ts'
import { providedActivityUses } from './answers/activity-use.ts'
import { extensionRoutes } from './extensions/extension-routes.ts'
import { answerReader } from './answers/file-reader.ts'
import { enrolmentInvariants } from './invariants.ts'
import { offerSeats } from './waiting/offers.ts'
import { enrolmentOfficeRoutes } from './office/office-routes.ts'
import { notifyOpenings } from './openings/openings.ts'
import { enrolmentsData } from './personal-data.ts'
import { providedProgress } from './office/progress.ts'
import { remindTeams } from './notices/reminders.ts'
import { whereApprovable } from './ports.ts'
import { enrolmentRoutes } from './routes.ts'
import { enrolment } from './tables.ts'
import { providedTeamEnrolments } from './team-enrolments.ts'
import { notifyDecisions } from './office/decision-notices.ts'

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
      whereAbout: (activities) => sql`${activity.id} = any (${activities})`,
      isMentioned: true,
    },
  },
  // Of the current edition.
  menuCounts: {
    enrolments: {
      duty: 'activity',
      select: (_organiser, _now, inDuty, asking) => sql`
        select 1 from ${enrolment} join ${edition} on ${edition.id} = ${enrolment.editionId}
        where ${edition.current} and ${enrolment.state} = 'submitted' and ${enrolment.isListed}
          and ${inDuty(sql`${enrolment.activityId}`)} and ${whereApprovable(asking) ?? sql`true`}
      `,
    },
  },
  stageSummaries: enrolmentSummaries,
  invariants: enrolmentInvariants,
  demo: { locked: ['enrolment'], tables: ['enrolment', 'extension'] },
  personalData: enrolmentsData,
  provides: [providedActivityUses, providedProgress, providedTeamEnrolments],
}
