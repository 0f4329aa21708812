import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type {
  AccountId,
  ActivityId,
  AssignmentId,
  ConflictId,
  EditionId,
  EntryId,
  InstitutionId,
  PanelId,
  ReviewerId,
  RoundId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type {
  AssignmentState,
  ConflictKind,
  ReviewerState,
  RoundState,
} from '@lectern/contract/review/review-values.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, day, moment } from '../../platform/tables.ts'
import type { StoredPlan } from './plan/plan-values.ts'

/** What organisers know of an expert account, beside its profile. */
export const reviewerProfile = pgTable('reviewer_profile', {
  accountId: uuid('account_id').$type<AccountId>().primaryKey(),
  fields: text('fields').array().$type<ExpertField[]>().notNull().default([]),
  institution: text('institution').notNull().default(''),
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  maxWorks: integer('max_works'),
  updatedAt: moment('updated_at').notNull(),
})

export const round = pgTable('round', {
  id: uuid('id').$type<RoundId>().primaryKey(),
  /** Experts know the round by it: an id would tell when it was made. */
  code: text('code').notNull(),
  editionId: uuid('edition_id').$type<EditionId>().notNull(),
  /** Only works that went on from this round take part. */
  previousId: uuid('previous_id').$type<RoundId>(),
  state: text('state').$type<RoundState>().notNull(),
  version: integer('version').notNull().default(1),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  rules: jsonb('rules').$type<RoundRules>().notNull(),
  opensAt: moment('opens_at'),
  closesAt: moment('closes_at'),
  /** Experts may download the documents of their works. */
  allowsDownload: boolean('allows_download').notNull().default(false),
  /** Canonical JSON of everything that decides the scores, written down at the first opening. */
  frozen: text('frozen'),
  frozenHash: bytes('frozen_hash'),
  /** The last dry run. */
  plan: jsonb('plan').$type<StoredPlan>(),
  openedAt: moment('opened_at'),
  closedAt: moment('closed_at'),
  settledAt: moment('settled_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const roundActivity = pgTable('round_activity', {
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  /** What experts should know to judge its works. */
  fields: text('fields').array().$type<ExpertField[]>().notNull().default([]),
})

export const panel = pgTable('panel', {
  id: uuid('id').$type<PanelId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  name: text('name').notNull(),
  position: integer('position').notNull(),
})

/** An expert in a round. */
export const reviewer = pgTable('reviewer', {
  id: uuid('id').$type<ReviewerId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  panelId: uuid('panel_id').$type<PanelId>(),
  isChair: boolean('is_chair').notNull().default(false),
  state: text('state').$type<ReviewerState>().notNull(),
  version: integer('version').notNull().default(1),
  fields: text('fields').array().$type<ExpertField[]>().notNull().default([]),
  /** As it was typed, and what was chosen. */
  institution: text('institution').notNull().default(''),
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  maxWorks: integer('max_works').notNull(),
  invitedAt: moment('invited_at').notNull(),
  answeredAt: moment('answered_at'),
  reason: text('reason'),
  /** The version of the pledge that was signed. */
  pledge: integer('pledge'),
  pledgedAt: moment('pledged_at'),
  practisedAt: moment('practised_at'),
  thankedAt: moment('thanked_at'),
})

/** A work in a round: the submission that is judged, and the code by which experts know it. */
export const entry = pgTable('entry', {
  id: uuid('id').$type<EntryId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  submission: integer('submission').notNull(),
  code: text('code').notNull(),
  panelId: uuid('panel_id').$type<PanelId>(),
  /** Taken out of the round, for example disqualified. */
  removedAt: moment('removed_at'),
  removedReason: text('removed_reason'),
})

/** Why an expert must not judge a work. Lifted ones stay for the record. */
export const conflict = pgTable('conflict', {
  id: uuid('id').$type<ConflictId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  reviewerId: uuid('reviewer_id').$type<ReviewerId>().notNull(),
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  kind: text('kind').$type<ConflictKind>().notNull(),
  reason: text('reason'),
  createdBy: uuid('created_by').$type<AccountId>(),
  createdAt: moment('created_at').notNull(),
  liftedBy: uuid('lifted_by').$type<AccountId>(),
  liftedAt: moment('lifted_at'),
  liftedReason: text('lifted_reason'),
})

/** One work for one expert. */
export const assignment = pgTable('assignment', {
  id: uuid('id').$type<AssignmentId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  reviewerId: uuid('reviewer_id').$type<ReviewerId>().notNull(),
  state: text('state').$type<AssignmentState>().notNull(),
  /** The expert's own order, which tells nothing about others. */
  position: integer('position').notNull(),
  /** Opens the files; changed when the assignment ends. */
  token: text('token').notNull(),
  /** Kept by the database: a sheet has been submitted. */
  isFinished: boolean('is_finished').notNull().default(false),
  /** An additional expert, called because the others disagree. */
  isThird: boolean('is_third').notNull().default(false),
  assignedAt: moment('assigned_at').notNull(),
  assignedBy: uuid('assigned_by').$type<AccountId>(),
  endedAt: moment('ended_at'),
  reason: text('reason'),
})

/** Which experts were reminded of a round: at most one mail a day. */
export const reviewReminder = pgTable('review_reminder', {
  reviewerId: uuid('reviewer_id').$type<ReviewerId>().notNull(),
  day: day('day').notNull(),
  kind: text('kind').$type<'invitation' | 'threeDays' | 'oneDay' | 'asked'>().notNull(),
})
