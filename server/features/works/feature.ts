import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { partUses, workRulesChanged } from '../competition/service.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { taskActivities } from '../tasks/service.ts'
import { blindRoutes } from './blind-routes.ts'
import { runBundle } from './bundles.ts'
import { activitiesOfTask } from './concerned.ts'
import { enqueueCopyRenewals, runCopyRenewal } from './copy-renewal.ts'
import { notifyWorkDecisions } from './decision-notices.ts'
import { workFileReader } from './files.ts'
import { runInspection } from './inspection.ts'
import { workInvariants } from './invariants.ts'
import { workOfficeRoutes } from './office-routes.ts'
import { usedPartsOf } from './part-use.ts'
import { worksData } from './personal-data.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { enqueueRescans, recheckWorks, runRecheck } from './recheck.ts'
import { remindOfWorks } from './reminders.ts'
import { workRoutes } from './routes.ts'
import { providedEnrolmentStage, providedWorkProgress } from './stages.ts'
import { work } from './tables.ts'

export const worksFeature: Feature = {
  name: 'works',
  start: ({ settings, threads, siteTitle, asProgram }) => ({
    routes: (http) => {
      workRoutes(http)
      receiptRoutes(http, siteTitle)
      workOfficeRoutes(http, settings, threads)
      blindRoutes(http)
    },
    taskRunners: { inspect: runInspection, recheck: runRecheck, renewCopies: runCopyRenewal, bundle: runBundle },
    jobs: [
      { name: 'work decisions', everyMilliseconds: 5_000, run: () => notifyWorkDecisions(asProgram()) },
      { name: 'work rescans', everyMilliseconds: 5_000, run: () => enqueueRescans(asProgram()) },
      { name: 'copy renewals', everyMilliseconds: 60_000, run: () => enqueueCopyRenewals(asProgram()) },
      { name: 'work reminders', everyMilliseconds: 600_000, run: () => remindOfWorks(asProgram()) },
    ],
  }),
  files: { work: workFileReader },
  auditSubjects: {
    work: {
      id: sql`${work.id}`,
      from: sql`${work}
        join ${enrolment} on ${enrolment.id} = ${work.enrolmentId}
        join ${activity} on ${activity.id} = ${work.activityId}
        join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`to_jsonb(coalesce(nullif(${work.title}, ''), ${enrolment.number})::text)`,
      detail: sql`${enrolment.number}`,
      timeZone: sql`${edition.timeZone}`,
      fields: sql`(${activity.workRules} -> 'parts')`,
      isMentioned: true,
    },
  },
  invariants: workInvariants,
  demo: {
    locked: ['work'],
    tables: ['work_rescan', 'leak', 'submission_file', 'submission', 'work_event', 'work_file', 'work'],
  },
  personalData: worksData,
  provides: [
    provide(partUses, usedPartsOf),
    provide(workRulesChanged, recheckWorks),
    provide(taskActivities, activitiesOfTask),
    providedEnrolmentStage,
    providedWorkProgress,
  ],
}
