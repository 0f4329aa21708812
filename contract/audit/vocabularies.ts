import { accessTokensAudit } from './access-tokens.ts'
import { accountsAudit } from './accounts.ts'
import { casesAudit } from './cases.ts'
import { certificatesAudit } from './certificates.ts'
import { communicationAudit } from './communication.ts'
import { competitionAudit } from './competition.ts'
import { contentAudit } from './content.ts'
import { enrolmentsAudit } from './enrolments.ts'
import { institutionsAudit } from './institutions.ts'
import { resultsAudit } from './results.ts'
import { reviewAudit } from './review.ts'
import { generalFields } from './general-fields.ts'
import { recommendationsAudit } from './recommendations.ts'
import { siteAudit } from './site.ts'
import { teamsAudit } from './teams.ts'
import { webhooksAudit } from './webhooks.ts'
import { worksAudit } from './works.ts'

/** What every part of the program writes into the audit log. */
export const vocabularies = [
  generalFields,
  accountsAudit,
  accessTokensAudit,
  webhooksAudit,
  contentAudit,
  communicationAudit,
  siteAudit,
  competitionAudit,
  teamsAudit,
  enrolmentsAudit,
  worksAudit,
  recommendationsAudit,
  reviewAudit,
  resultsAudit,
  casesAudit,
  certificatesAudit,
  institutionsAudit,
] as const

export type Vocabulary = (typeof vocabularies)[number]
