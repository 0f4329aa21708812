import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { edition } from '../competition/tables.ts'
import { taskActivities } from '../tasks/service.ts'
import { runBundle } from './bundles.ts'
import { activitiesOfTask } from './concerned.ts'
import { certificateFiles } from './files.ts'
import { certificateInvariants } from './invariants.ts'
import { issueRunner } from './issuing.ts'
import { certificateOfficeRoutes } from './office-routes.ts'
import { certificatesData } from './personal-data.ts'
import { certificateRoutes } from './routes.ts'
import { createPdfSigner } from './signing.ts'
import { certificate, certificateIssue, certificateSeries, certificateTemplate } from './tables.ts'

export const certificatesFeature: Feature = {
  name: 'certificates',
  start: ({ siteTitle, certificateSigner }) => {
    const signer = certificateSigner && createPdfSigner(certificateSigner)
    return {
      routes: (http) => {
        certificateRoutes(http, signer)
        certificateOfficeRoutes(http, siteTitle)
      },
      taskRunners: { issueCertificates: issueRunner({ siteTitle, signer }), bundleCertificates: runBundle },
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
    },
    certificate: {
      id: sql`${certificate.id}`,
      from: sql`${certificate}`,
      name: sql`to_jsonb(${certificate.number}::text)`,
    },
  },
  invariants: certificateInvariants,
  demo: {
    locked: ['certificate_series'],
    tables: ['certificate_correction', 'certificate', 'certificate_issue', 'certificate_series'],
  },
  personalData: certificatesData,
  provides: [provide(taskActivities, activitiesOfTask)],
}
