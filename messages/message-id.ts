import type account from './en-US/account.json'
import type activity from './en-US/activity.json'
import type activityJourney from './en-US/activity-journey.json'
import type certificateOwn from './en-US/certificate-own.json'
import type certificateVerification from './en-US/certificate-verification.json'
import type cases from './en-US/cases.json'
import type contentArticles from './en-US/content-articles.json'
import type contentExperts from './en-US/content-experts.json'
import type contentLists from './en-US/content-lists.json'
import type contentMaterials from './en-US/content-materials.json'
import type contentSearch from './en-US/content-search.json'
import type contestEnrolment from './en-US/contest-enrolment.json'
import type contestReceipts from './en-US/contest-receipts.json'
import type contestResults from './en-US/contest-results.json'
import type contestTeams from './en-US/contest-teams.json'
import type contestWorks from './en-US/contest-works.json'
import type deadlines from './en-US/deadlines.json'
import type deskReview from './en-US/desk-review.json'
import type errors from './en-US/errors.json'
import type fields from './en-US/fields.json'
import type form from './en-US/form.json'
import type formContact from './en-US/form-contact.json'
import type formUpload from './en-US/form-upload.json'
import type languages from './en-US/languages.json'
import type letters from './en-US/letters.json'
import type members from './en-US/members.json'
import type news from './en-US/news.json'
import type notices from './en-US/notices.json'
import type office from './en-US/office.json'
import type officeActivities from './en-US/office-activities.json'
import type officeAnnouncements from './en-US/office-announcements.json'
import type officeOrdering from './en-US/office-ordering.json'
import type officeArticles from './en-US/office-articles.json'
import type officeAudit from './en-US/office-audit.json'
import type officeBanners from './en-US/office-banners.json'
import type officeBegin from './en-US/office-begin.json'
import type officeCertificates from './en-US/office-certificates.json'
import type officeCases from './en-US/office-cases.json'
import type officeContact from './en-US/office-contact.json'
import type officeContent from './en-US/office-content.json'
import type officeDashboard from './en-US/office-dashboard.json'
import type officeEnrolments from './en-US/office-enrolments.json'
import type officeExperts from './en-US/office-experts.json'
import type officeFirst from './en-US/office-first.json'
import type officeHistory from './en-US/office-history.json'
import type officeMail from './en-US/office-mail.json'
import type officeMaterials from './en-US/office-materials.json'
import type officePages from './en-US/office-pages.json'
import type officePartners from './en-US/office-partners.json'
import type officePatterns from './en-US/office-patterns.json'
import type officePlan from './en-US/office-plan.json'
import type officePhases from './en-US/office-phases.json'
import type officePreview from './en-US/office-preview.json'
import type officePublishing from './en-US/office-publishing.json'
import type officeResults from './en-US/office-results.json'
import type officeReviewers from './en-US/office-reviewers.json'
import type officeRounds from './en-US/office-rounds.json'
import type officeScoring from './en-US/office-scoring.json'
import type officeSettings from './en-US/office-settings.json'
import type officeShell from './en-US/office-shell.json'
import type officeTasks from './en-US/office-tasks.json'
import type officeTeams from './en-US/office-teams.json'
import type officeText from './en-US/office-text.json'
import type officeWorks from './en-US/office-works.json'
import type pages from './en-US/pages.json'
import type parts from './en-US/parts.json'
import type pagesDocuments from './en-US/pages-documents.json'
import type practice from './en-US/practice.json'
import type prose from './en-US/prose.json'
import type rareAccessibility from './en-US/rare-accessibility.json'
import type rareException from './en-US/rare-exception.json'
import type rareSource from './en-US/rare-source.json'
import type request from './en-US/request.json'
import type resultsPublic from './en-US/results-public.json'
import type sections from './en-US/sections.json'
import type sheetCertificates from './en-US/sheet-certificates.json'
import type sheetEnrolments from './en-US/sheet-enrolments.json'
import type sheetReceipts from './en-US/sheet-receipts.json'
import type sheetResults from './en-US/sheet-results.json'
import type sheetReviewers from './en-US/sheet-reviewers.json'
import type sheetScores from './en-US/sheet-scores.json'
import type sheetWorks from './en-US/sheet-works.json'
import type share from './en-US/share.json'
import type shell from './en-US/shell.json'
import type validation from './en-US/validation.json'
import type welcome from './en-US/welcome.json'

/** The id of every text, read by the compiler from the files themselves. The check `messages` sees that no file is missing here. */
export type MessageId =
  | keyof typeof account
  | keyof typeof activity
  | keyof typeof activityJourney
  | keyof typeof certificateOwn
  | keyof typeof certificateVerification
  | keyof typeof cases
  | keyof typeof contentArticles
  | keyof typeof contentExperts
  | keyof typeof contentLists
  | keyof typeof contentMaterials
  | keyof typeof contentSearch
  | keyof typeof contestEnrolment
  | keyof typeof contestReceipts
  | keyof typeof contestResults
  | keyof typeof contestTeams
  | keyof typeof contestWorks
  | keyof typeof deadlines
  | keyof typeof deskReview
  | keyof typeof errors
  | keyof typeof fields
  | keyof typeof form
  | keyof typeof formContact
  | keyof typeof formUpload
  | keyof typeof languages
  | keyof typeof letters
  | keyof typeof members
  | keyof typeof news
  | keyof typeof notices
  | keyof typeof office
  | keyof typeof officeActivities
  | keyof typeof officeAnnouncements
  | keyof typeof officeOrdering
  | keyof typeof officeArticles
  | keyof typeof officeAudit
  | keyof typeof officeBanners
  | keyof typeof officeBegin
  | keyof typeof officeCertificates
  | keyof typeof officeCases
  | keyof typeof officeContact
  | keyof typeof officeContent
  | keyof typeof officeDashboard
  | keyof typeof officeEnrolments
  | keyof typeof officeExperts
  | keyof typeof officeFirst
  | keyof typeof officeHistory
  | keyof typeof officeMail
  | keyof typeof officeMaterials
  | keyof typeof officePages
  | keyof typeof officePartners
  | keyof typeof officePatterns
  | keyof typeof officePlan
  | keyof typeof officePhases
  | keyof typeof officePreview
  | keyof typeof officePublishing
  | keyof typeof officeResults
  | keyof typeof officeReviewers
  | keyof typeof officeRounds
  | keyof typeof officeScoring
  | keyof typeof officeSettings
  | keyof typeof officeShell
  | keyof typeof officeTasks
  | keyof typeof officeTeams
  | keyof typeof officeText
  | keyof typeof officeWorks
  | keyof typeof pages
  | keyof typeof parts
  | keyof typeof pagesDocuments
  | keyof typeof practice
  | keyof typeof prose
  | keyof typeof rareAccessibility
  | keyof typeof rareException
  | keyof typeof rareSource
  | keyof typeof request
  | keyof typeof resultsPublic
  | keyof typeof sections
  | keyof typeof sheetCertificates
  | keyof typeof sheetEnrolments
  | keyof typeof sheetReceipts
  | keyof typeof sheetResults
  | keyof typeof sheetReviewers
  | keyof typeof sheetScores
  | keyof typeof sheetWorks
  | keyof typeof share
  | keyof typeof shell
  | keyof typeof validation
  | keyof typeof welcome

/** What completes a prefix to an id: `IdAfter<'team.role.'>` is `'captain' | 'member' | …`. */
export type IdAfter<Prefix extends string> = MessageId extends infer Id
  ? Id extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never
