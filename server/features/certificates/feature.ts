import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { editionCheck } from '../competition/service.ts'
import { clearTemplates, removeDemoStamp, whereStamped } from './templates/demo-stamp.ts'
import { checkTemplates } from './templates/edition-check.ts'
import { edition } from '../competition/tables.ts'
import { taskActivities } from '../tasks/service.ts'
import { certificateSummaries } from './issues/stage-summary.ts'
import { changedAwardsFor } from './holders/changed-awards.ts'
import { runBundle } from './holders/bundles.ts'
import { isStampedInput, runStamped } from './holders/stamped.ts'
import { enqueuePictures, runPictures } from './holders/pictures.ts'
import { activitiesOfTask, issuesAbout } from './affected-activities.ts'
import { certificateFiles } from './files.ts'
import { certificateInvariants } from './invariants.ts'
import { issueRunner } from './issues/issue-certificates.ts'
import { certificateOfficeRoutes } from './office-routes.ts'
import { certificatesData } from './personal-data.ts'
import { certificateRoutes } from './routes.ts'
import { createPdfSigner } from './drawing/pdf-signature.ts'
import {
  certificate,
  certificateCorrection,
  certificateIssue,
  certificateSeries,
  certificateTemplate,
} from './tables.ts'

const openCorrections = sql`select 1 from ${certificateCorrection} where ${certificateCorrection.state} = 'open'`

export const certificatesFeature: Feature = {
  name: 'certificates',
  start: ({ siteTitle, certificateSigner, asProgram, log }) => {
    const signer = certificateSigner && createPdfSigner(certificateSigner)
    const issue = issueRunner({ siteTitle, signer })
    return {
      prepare: async () => {
        const changed = await removeDemoStamp(asProgram())
        if (changed > 0)
          log.warn(`removed the stamp of the demo from ${changed} certificate templates; see portal doctor`)
      },
      routes: (http) => {
        certificateRoutes(http, signer)
        certificateOfficeRoutes(http, siteTitle)
      },
      taskRunners: {
        issueCertificates: (ctx, task) =>
          isStampedInput(task.input) ? runStamped(ctx, task.input, task, signer) : issue(ctx, task),
        bundleCertificates: runBundle,
        pictureCertificates: runPictures,
      },
      jobs: [{ name: 'certificate pictures', everyMilliseconds: 60_000, run: () => enqueuePictures(asProgram()) }],
    }
  },
  files: certificateFiles,
  auditSubjects: {
    certificateTemplate: {
      id: sql`${certificateTemplate.id}`,
      from: sql`${certificateTemplate}`,
      name: sql`${certificateTemplate.name}`,
      isMentioned: true,
    },
    certificateSeries: {
      id: sql`${certificateSeries.id}`,
      from: sql`${certificateSeries}`,
      name: sql`to_jsonb(${certificateSeries.prefix} || ${certificateSeries.year} || '-' || ${certificateSeries.code})`,
      isMentioned: true,
    },
    certificateIssue: {
      id: sql`${certificateIssue.id}`,
      from: sql`${certificateIssue}
        join ${certificateTemplate} on ${certificateTemplate.id} = ${certificateIssue.templateId}
        join ${edition} on ${edition.id} = ${certificateIssue.editionId}`,
      name: sql`${certificateTemplate.name}`,
      detail: sql`${edition.year}::text`,
      whereAbout: (activities) => sql`${certificateIssue.id} in (${issuesAbout(activities)})`,
    },
    certificate: {
      id: sql`${certificate.id}`,
      from: sql`${certificate}`,
      name: sql`to_jsonb(${certificate.number}::text)`,
      whereAbout: (activities) =>
        sql`coalesce(${certificate.activityId} = any (${activities}), ${certificate.issueId} in (${issuesAbout(activities)}))`,
    },
  },
  menuCounts: {
    certificates: {
      duty: 'contest',
      select: (organiser, now) => sql`${openCorrections} union all ${changedAwardsFor(organiser, now)}`,
    },
    corrections: { duty: 'contest', select: () => openCorrections },
    stampedCertificates: { duty: 'contest', select: () => sql`select 1 from certificate where ${whereStamped}` },
    changedAwards: { duty: 'contest', select: changedAwardsFor },
  },
  stageSummaries: certificateSummaries,
  invariants: certificateInvariants,
  demo: {
    locked: ['certificate_series'],
    tables: ['certificate_correction', 'certificate', 'certificate_issue', 'certificate_series'],
    clear: clearTemplates,
  },
  personalData: certificatesData,
  provides: [provide(taskActivities, activitiesOfTask), provide(editionCheck, checkTemplates)],
}
