import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { partUses, workRulesChanged } from '../competition/service.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { infectedFiles } from '../scanning/service.ts'
import { taskActivities } from '../tasks/service.ts'
import { workSummaries } from './office/stage-summary.ts'
import { blindRoutes } from './blind/blind-routes.ts'
import { coverRoutes } from './covers/cover-routes.ts'
import { enqueueMissingCovers, runCovers } from './covers/make-covers.ts'
import { pageRoutes } from './slide-pages/page-routes.ts'
import { enqueueMissingPages, runPages } from './slide-pages/make-pages.ts'
import { runBundle } from './office/bundles.ts'
import { activitiesOfTask } from './affected-activities.ts'
import { enqueueCopyRenewals, runCopyRenewal } from './blind/copy-renewal.ts'
import { notifyWorkDecisions } from './office/decision-notices.ts'
import { workFileReader } from './submission/files.ts'
import { runConfirmation } from './checks/confirmation.ts'
import { infectedFilesOfWorks } from './checks/infected-files.ts'
import { runInspection } from './checks/inspection.ts'
import { workInvariants } from './invariants.ts'
import { workOfficeRoutes } from './office/office-routes.ts'
import { usedPartsOf } from './submission/part-use.ts'
import { worksData } from './personal-data.ts'
import { receiptRoutes } from './receipts/receipt-routes.ts'
import { enqueueRescans, recheckWorks, runRecheck } from './checks/recheck.ts'
import { remindOfWorks } from './notices/reminders.ts'
import { whereAcceptable } from './ports.ts'
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
      coverRoutes(http)
      pageRoutes(http)
    },
    taskRunners: {
      inspect: runInspection,
      confirm: runConfirmation,
      recheck: runRecheck,
      renewCopies: runCopyRenewal,
      makeCovers: runCovers,
      makePages: runPages,
      bundle: runBundle,
    },
    jobs: [
      { name: 'work decisions', everyMilliseconds: 5_000, run: () => notifyWorkDecisions(asProgram()) },
      { name: 'work rescans', everyMilliseconds: 5_000, run: () => enqueueRescans(asProgram()) },
      { name: 'copy renewals', everyMilliseconds: 60_000, run: () => enqueueCopyRenewals(asProgram()) },
      { name: 'missing covers', everyMilliseconds: 600_000, run: () => enqueueMissingCovers(asProgram()) },
      { name: 'missing pages of slides', everyMilliseconds: 600_000, run: () => enqueueMissingPages(asProgram()) },
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
      whereAbout: (activities) => sql`${work.activityId} = any (${activities})`,
      isMentioned: true,
    },
  },
  // Of the current edition.
  menuCounts: {
    works: {
      duty: 'activity',
      select: (_organiser, _now, inDuty, asking) => sql`
        select 1 from ${work} join ${edition} on ${edition.id} = ${work.editionId}
        where ${edition.current} and ${work.state} = 'submitted' and ${inDuty(sql`${work.activityId}`)}
          and ${whereAcceptable(asking) ?? sql`true`}
      `,
    },
  },
  stageSummaries: workSummaries,
  invariants: workInvariants,
  demo: {
    locked: ['work'],
    tables: [
      'work_rescan',
      'leak',
      'blanked_word',
      'redaction_proposal',
      'submission_file',
      'submission',
      'work_event',
      'work_file',
      'work',
    ],
  },
  personalData: worksData,
  provides: [
    provide(partUses, usedPartsOf),
    provide(workRulesChanged, recheckWorks),
    provide(taskActivities, activitiesOfTask),
    provide(infectedFiles, infectedFilesOfWorks),
    providedEnrolmentStage,
    providedWorkProgress,
  ],
}
