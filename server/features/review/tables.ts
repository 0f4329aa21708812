import type {
  AccountId,
  AssignmentId,
  EntryId,
  FlagId,
  PanelId,
  RoundId,
  TieDecisionId,
} from '@lectern/contract/ids.ts'
import type { SheetNote } from '@lectern/contract/review/review.ts'
import type { FlagKind } from '@lectern/contract/review/review-values.ts'
import { boolean, integer, jsonb, pgTable, sql, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/** Hundredths of points, by criterion; absent: not scored yet. */
export type Scores = Record<string, number>

/** What an expert is writing. What was submitted last is in `sheetVersion`. */
export const sheet = pgTable('sheet', {
  assignmentId: uuid('assignment_id').$type<AssignmentId>().primaryKey(),
  version: integer('version').notNull(),
  scores: jsonb('scores').$type<Scores>().notNull().default({}),
  /** To the team. */
  comment: text('comment').notNull().default(''),
  /** To the organisers. */
  remark: text('remark').notNull().default(''),
  notes: jsonb('notes').$type<SheetNote[]>().notNull().default([]),
  /** How far each file was looked at, by its number. */
  places: jsonb('places').$type<Record<string, number>>().notNull().default({}),
  /** Time with the work open and in use. */
  seconds: integer('seconds').notNull().default(0),
  /** The number of the last submitted version. */
  number: integer('number'),
  total: integer('total'),
  submittedAt: moment('submitted_at'),
  isChanged: boolean('is_changed').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** After the end of the round: may be changed until then. */
  reopenedUntil: moment('reopened_until'),
  reopenedReason: text('reopened_reason'),
})

export const sheetVersion = pgTable('sheet_version', {
  assignmentId: uuid('assignment_id').$type<AssignmentId>().notNull(),
  number: integer('number').notNull(),
  scores: jsonb('scores').$type<Scores>().notNull(),
  total: integer('total').notNull(),
  comment: text('comment').notNull(),
  remark: text('remark').notNull(),
  seconds: integer('seconds').notNull(),
  submittedAt: moment('submitted_at').notNull(),
})

/** What an expert reports about a work. */
export const flag = pgTable('flag', {
  id: uuid('id').$type<FlagId>().primaryKey(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  assignmentId: uuid('assignment_id').$type<AssignmentId>().notNull(),
  kind: text('kind').$type<FlagKind>().notNull(),
  text: text('text').notNull(),
  createdAt: moment('created_at').notNull(),
  resolvedAt: moment('resolved_at'),
  resolvedBy: uuid('resolved_by').$type<AccountId>(),
  resolution: text('resolution'),
})

/** The chair's order among works that all other rules leave equal. */
export const tieDecision = pgTable('tie_decision', {
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  /** The same for works that were decided together. Null: recorded by a process of the version before. */
  decisionId: uuid('decision_id').$type<TieDecisionId>(),
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  position: integer('position').notNull(),
  reason: text('reason').notNull(),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at').notNull(),
})

/** By which a decision is known: without an id, works that one person decided at one moment belong together. */
export const tieDecisionKey = sql<string>`coalesce(
  ${tieDecision.decisionId}::text, concat(${tieDecision.decidedBy}, ' ', ${tieDecision.decidedAt})
)`

/** The chair has signed off the scores of the panel. */
export const panelSignature = pgTable('panel_signature', {
  panelId: uuid('panel_id').$type<PanelId>().primaryKey(),
  signedBy: uuid('signed_by').$type<AccountId>(),
  signedAt: moment('signed_at').notNull(),
})
