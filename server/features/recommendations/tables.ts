import type {
  AccountId,
  ActivityId,
  EnrolmentId,
  FileId,
  InstitutionId,
  QuotaEntryId,
  RecommendationListId,
  SummaryId,
} from '@lectern/contract/ids.ts'
import type {
  ListEventKind,
  ListState,
  RecommendationLevel,
  RecommendedBy,
  RecommendedThing,
  RowVerdict,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import { bigint, boolean, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const recommendationRules = pgTable('recommendation_rules', {
  activityId: uuid('activity_id').$type<ActivityId>().primaryKey(),
  thing: text('thing').$type<RecommendedThing>().notNull(),
  by: text('recommended_by').$type<RecommendedBy>().notNull(),
  provincesWriteQuotas: boolean('provinces_write_quotas').notNull(),
  needsScan: boolean('needs_scan').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})

/** The ledger: rows are only added. */
export const recommendationQuota = pgTable('recommendation_quota', {
  id: uuid('id').$type<QuotaEntryId>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  amount: integer('amount').notNull(),
  reason: text('reason').notNull(),
  grantedBy: uuid('granted_by').$type<AccountId>(),
  grantedAt: moment('granted_at').notNull(),
})

/** The balance of each ledger and what is recommended, counted by triggers. */
export const recommendationTally = pgTable('recommendation_tally', {
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  balance: integer('balance').notNull().default(0),
  recommended: integer('recommended').notNull().default(0),
})

export const recommendationList = pgTable('recommendation_list', {
  id: uuid('id').$type<RecommendationListId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  level: text('level').$type<RecommendationLevel>().notNull(),
  state: text('state').$type<ListState>().notNull(),
  version: integer('version').notNull().default(1),
  /** Rows by verdict, counted by a trigger. */
  rowCount: integer('row_count').notNull().default(0),
  passedCount: integer('passed_count').notNull().default(0),
  changeCount: integer('change_count').notNull().default(0),
  refusedCount: integer('refused_count').notNull().default(0),
  handedInAt: moment('handed_in_at'),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  reason: text('reason'),
  resubmitBy: moment('resubmit_by'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const recommendationRow = pgTable('recommendation_row', {
  listId: uuid('list_id').$type<RecommendationListId>().notNull(),
  enrolmentId: uuid('enrolment_id').$type<EnrolmentId>().notNull(),
  level: text('level').$type<RecommendationLevel>().notNull(),
  rank: integer('rank').notNull(),
  remark: text('remark'),
  verdict: text('verdict').$type<RowVerdict>(),
  verdictReason: text('verdict_reason'),
  verdictBy: uuid('verdict_by').$type<AccountId>(),
  verdictAt: moment('verdict_at'),
  changeBy: moment('change_by'),
})

/** Numbered summaries as canonical JSON; they never change. */
export const recommendationSummary = pgTable('recommendation_summary', {
  id: uuid('id').$type<SummaryId>().primaryKey(),
  listId: uuid('list_id').$type<RecommendationListId>().notNull(),
  number: integer('number').notNull(),
  label: text('label').notNull(),
  content: text('content').notNull(),
  hash: bytes('hash').notNull(),
  madeBy: uuid('made_by').$type<AccountId>(),
  madeAt: moment('made_at').notNull(),
})

/** What was handed in, each time; it never changes. */
export const recommendationSubmission = pgTable('recommendation_submission', {
  listId: uuid('list_id').$type<RecommendationListId>().notNull(),
  number: integer('number').notNull(),
  summaryId: uuid('summary_id').$type<SummaryId>().notNull(),
  scanId: uuid('scan_id').$type<FileId>(),
  submittedBy: uuid('submitted_by').$type<AccountId>(),
  submittedAt: moment('submitted_at').notNull(),
  isLate: boolean('is_late').notNull(),
})

export const recommendationEvent = pgTable('recommendation_event', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  listId: uuid('list_id').$type<RecommendationListId>().notNull(),
  at: moment('at').notNull(),
  kind: text('kind').$type<ListEventKind>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  fromState: text('from_state').$type<ListState>().notNull(),
  toState: text('to_state').$type<ListState>().notNull(),
  reason: text('reason'),
  /** Of a hand-in. */
  submission: integer('submission'),
})

/** More time for one list; the latest one that was not revoked applies. */
export const recommendationExtension = pgTable('recommendation_extension', {
  id: uuid('id').$type<string>().primaryKey(),
  listId: uuid('list_id').$type<RecommendationListId>().notNull(),
  until: moment('until').notNull(),
  reason: text('reason').notNull(),
  grantedBy: uuid('granted_by').$type<AccountId>(),
  createdAt: moment('created_at').notNull(),
  revokedBy: uuid('revoked_by').$type<AccountId>(),
  revokedAt: moment('revoked_at'),
})

/** An earlier date that a province sets for its schools. */
export const recommendationDate = pgTable('recommendation_date', {
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  until: moment('until'),
  version: integer('version').notNull().default(1),
  setBy: uuid('set_by').$type<AccountId>(),
  setAt: moment('set_at').notNull(),
})

/** When the team of an entry, or the officers of an institution, were last reminded. */
export const recommendationReminder = pgTable('recommendation_reminder', {
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  subjectId: uuid('subject_id').$type<EnrolmentId | InstitutionId>().notNull(),
  sentAt: moment('sent_at').notNull(),
})

/** Entries whose teams know that they were not recommended. */
export const recommendationNotice = pgTable('recommendation_notice', {
  enrolmentId: uuid('enrolment_id').$type<EnrolmentId>().notNull(),
  level: text('level').$type<RecommendationLevel>().notNull(),
  sentAt: moment('sent_at').notNull(),
})
