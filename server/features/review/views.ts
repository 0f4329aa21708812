import type { EntryId, FileId, PanelId, ReviewerId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import type { PartKind } from '@lectern/contract/works/work-values.ts'
import { boolean, doublePrecision, integer, jsonb, pgView, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

// All that the desk knows of works, rounds and people: the database has no other column here.

export const reviewRound = pgView('review_round', {
  id: uuid('id').$type<RoundId>().notNull(),
  code: text('code').notNull(),
  state: text('state').$type<RoundState>().notNull(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  rules: jsonb('rules').$type<RoundRules>().notNull(),
  opensAt: moment('opens_at'),
  closesAt: moment('closes_at'),
  closedAt: moment('closed_at'),
  timeZone: text('time_zone').notNull(),
  /** The version of the pledge that is in force. */
  pledge: integer('pledge'),
  /** Another edition is the current one. */
  isArchived: boolean('is_archived').notNull(),
  allowsDownload: boolean('allows_download').notNull(),
}).existing()

/** The experts of rounds: those of a panel for its chair, and each for themselves. */
export const reviewMember = pgView('review_member', {
  panelId: uuid('panel_id').$type<PanelId>(),
  reviewerId: uuid('reviewer_id').$type<ReviewerId>().notNull(),
  name: text('name').notNull(),
}).existing()

/** A work without its texts: what decides whether it may be judged. */
export const reviewEntry = pgView('review_entry', {
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  code: text('code').notNull(),
  isRemoved: boolean('is_removed').notNull(),
}).existing()

interface ReviewPart {
  id: string
  kind: PartKind
  label: LocalizedText
  /** A text or a link; null: files. */
  text: string | null
}

export const reviewWork = pgView('review_work', {
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  panelId: uuid('panel_id').$type<PanelId>(),
  code: text('code').notNull(),
  isRemoved: boolean('is_removed').notNull(),
  activity: jsonb('activity').$type<LocalizedText>().notNull(),
  title: text('title').notNull(),
  summary: text('summary').notNull(),
  parts: jsonb('parts').$type<ReviewPart[]>().notNull(),
}).existing()

export const reviewFile = pgView('review_file', {
  entryId: uuid('entry_id').$type<EntryId>().notNull(),
  /** From 1, in the order of the work; never changes. */
  number: integer('number').notNull(),
  part: text('part').notNull(),
  type: text('type').notNull(),
  seconds: doublePrecision('seconds'),
  pages: integer('pages'),
  /** These two open the copy for experts, and are never shown. */
  workId: uuid('work_id').$type<WorkId>().notNull(),
  fileId: uuid('file_id').$type<FileId>().notNull(),
  /** By which rules the copy was made; null: experts get the file itself, or the copy is not made yet. */
  copyVersion: integer('copy_version'),
}).existing()
