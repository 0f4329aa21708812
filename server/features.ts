import { beginFeature } from './begin/feature.ts'
import { accessTokensFeature } from './features/access-tokens/feature.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { announcementsFeature } from './features/announcements/feature.ts'
import { orderingFeature } from './features/ordering/feature.ts'
import { articlesFeature } from './features/articles/feature.ts'
import { auditFeature } from './features/audit/feature.ts'
import { auditLogFeature } from './features/audit-log/feature.ts'
import { bannersFeature } from './features/banners/feature.ts'
import { casesFeature } from './features/cases/feature.ts'
import { certificatesFeature } from './features/certificates/feature.ts'
import { competitionFeature } from './features/competition/feature.ts'
import { contactMessagesFeature } from './features/contact-messages/feature.ts'
import { dashboardFeature } from './features/dashboard/feature.ts'
import { documentsFeature } from './features/documents/feature.ts'
import { enrolmentsFeature } from './features/enrolments/feature.ts'
import { expertsFeature } from './features/experts/feature.ts'
import { filesFeature } from './features/files/feature.ts'
import { institutionsFeature } from './features/institutions/feature.ts'
import { journeyFeature } from './features/journey/feature.ts'
import { materialsFeature } from './features/materials/feature.ts'
import { membersFeature } from './features/members/feature.ts'
import { myDataFeature } from './features/my-data/feature.ts'
import { noticesFeature } from './features/notices/feature.ts'
import { officeFeature } from './features/office/feature.ts'
import { operationsFeature } from './features/operations/feature.ts'
import { outboxFeature } from './features/outbox/feature.ts'
import { pagesFeature } from './features/pages/feature.ts'
import { partnersFeature } from './features/partners/feature.ts'
import { profileFeature } from './features/profile/feature.ts'
import { recommendationsFeature } from './features/recommendations/feature.ts'
import { reviewFeature } from './features/review/feature.ts'
import { resultsFeature } from './features/results/feature.ts'
import { revisionsFeature } from './features/revisions/feature.ts'
import { roundsFeature } from './features/rounds/feature.ts'
import { scoringFeature } from './features/scoring/feature.ts'
import { scanningFeature } from './features/scanning/feature.ts'
import { searchFeature } from './features/search/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { loadSettings } from './features/settings/service.ts'
import { signInFeature } from './features/sign-in/feature.ts'
import { createIdentity } from './features/sign-in/service.ts'
import { signingFeature } from './features/signing/feature.ts'
import { stepsFeature } from './features/steps/feature.ts'
import { tasksFeature } from './features/tasks/feature.ts'
import { teamsFeature } from './features/teams/feature.ts'
import { webhooksFeature } from './features/webhooks/feature.ts'
import { welcomeFeature } from './features/welcome/feature.ts'
import { worksFeature } from './features/works/feature.ts'
import type { Feature } from './platform/feature.ts'

/**
 * All features of the server, the lowest first. A feature imports only features before it, and uses no table of a
 * later one: `npm test` checks this. Erasing and sweeping go in the opposite order.
 */
export const features: readonly Feature[] = [
  // Foundation: accounts, audit, files, notices.
  auditFeature,
  stepsFeature,
  outboxFeature,
  documentsFeature,
  accountsFeature,
  revisionsFeature,
  orderingFeature,
  filesFeature,
  noticesFeature,
  tasksFeature,
  scanningFeature,
  signingFeature,
  accessTokensFeature,
  webhooksFeature,
  signInFeature,
  settingsFeature,
  // Schools and provinces, and who acts for them.
  institutionsFeature,
  profileFeature,

  // The contest, stage by stage.
  competitionFeature,
  teamsFeature,
  enrolmentsFeature,
  worksFeature,
  recommendationsFeature,
  // What organisers set up, the desk of experts, and what follows from their scores.
  roundsFeature,
  reviewFeature,
  scoringFeature,
  // Who gets which prize, and what visitors read of it.
  resultsFeature,
  casesFeature,
  certificatesFeature,
  journeyFeature,

  // Content and communication.
  contactMessagesFeature,
  articlesFeature,
  materialsFeature,
  expertsFeature,
  partnersFeature,
  bannersFeature,
  announcementsFeature,
  membersFeature,

  // Features that read all others.
  pagesFeature,
  searchFeature,
  dashboardFeature,
  officeFeature,
  auditLogFeature,
  myDataFeature,
  welcomeFeature,
  operationsFeature,
  beginFeature,
]

/** Available before the features start: the current settings, and the identity of requests. */
export const foundation = { loadSettings, createIdentity }
