import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import type {
  AccountId,
  ActivityId,
  EditionId,
  EnrolmentId,
  FileId,
  InstitutionId,
  LeakId,
  RedactionId,
  TeamId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { LeakJudgement, LeakKind, WorkEventKind, WorkState } from '@lectern/contract/works/work-values.ts'
import { bigint, boolean, integer, jsonb, pgTable, sql, text, uuid } from '../../platform/database/drizzle.ts'
import type { TextPlace } from '../../platform/media/documents.ts'
import { bytes, moment, tsvector } from '../../platform/tables.ts'

/** A person as certificates name them. */
export interface CertificateName {
  uid: AccountId
  role: TeamRole
  name: string
}

/** By which rules a copy was made; those of earlier programs have none. */
interface Versioned {
  version?: number
}

/** How experts get a file. `plain`: it contains nothing that identifies anybody, or the activity is not blind. */
export type BlindCopy =
  | { kind: 'plain' }
  /** Ranges that are served as zeros, or as a text. */
  | ({
      kind: 'overlay'
      ranges: { start: number; length: number; text?: string; fill?: number }[]
      size?: number
      type?: string
    } & Versioned)
  | ({ kind: 'copy'; size: number; type: string } & Versioned)
  | ({ kind: 'failed' } & Versioned)

/** Where a leak is: in a document, in the name of a file, or in what was typed. */
export type LeakPlace =
  | TextPlace
  | { kind: 'fileName' }
  | { kind: 'title' }
  | { kind: 'summary' }
  | { kind: 'value'; part: string }

export const work = pgTable('work', {
  id: uuid('id').$type<WorkId>().primaryKey(),
  enrolmentId: uuid('enrolment_id').$type<EnrolmentId>().notNull(),
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  editionId: uuid('edition_id').$type<EditionId>().notNull().generatedAlwaysAs(`written by the database`),
  state: text('state').$type<WorkState>().notNull(),
  version: integer('version').notNull().default(1),
  title: text('title').notNull().default(''),
  summary: text('summary').notNull().default(''),
  /** Texts and links, by part. */
  values: jsonb('part_values').$type<Record<string, string>>().notNull().default({}),
  /** Null: not confirmed. */
  names: jsonb('names').$type<CertificateName[]>(),
  /** Declarations that were agreed to: the hash of each text, by id. */
  agreed: jsonb('agreed').$type<Record<string, string>>().notNull().default({}),
  /** What is prepared differs from the last submission. */
  isChanged: boolean('is_changed').notNull().default(false),
  /** The number of the last submission. */
  submission: integer('submission'),
  submittedAt: moment('submitted_at'),
  isLate: boolean('is_late').notNull().default(false),
  resubmitBy: moment('resubmit_by'),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  reason: text('reason'),
  /** Columns for the lists of organisers. */
  worstFinding: text('worst_finding').$type<'blocking' | 'warning'>(),
  openLeaks: integer('open_leaks').notNull().default(0),
  missingParts: integer('missing_parts').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  listedAt: moment('listed_at')
    .notNull()
    .generatedAlwaysAs(sql`written by the database`),
  search: tsvector('search'),
  /** The number of its enrolment in natural sort order. */
  numberKey: text('number_key').notNull().generatedAlwaysAs(`written by the database`),
})

/** A copy that replaces what experts are judging, once a second organiser confirms it. */
export const redactionProposal = pgTable('redaction_proposal', {
  id: uuid('id').$type<RedactionId>().primaryKey(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  fileId: uuid('file_id').$type<FileId>().notNull(),
  copyId: uuid('copy_id').$type<FileId>(),
  reason: text('reason').notNull(),
  proposedBy: uuid('proposed_by').$type<AccountId>().notNull(),
  proposedAt: moment('proposed_at').notNull(),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  isConfirmed: boolean('is_confirmed'),
})

/** A file of a part. Its name, size and hash are in the table `file`. */
export const workFile = pgTable('work_file', {
  id: uuid('id').$type<FileId>().primaryKey(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  part: text('part').notNull(),
  /** Within its part; null: taken out of what is being prepared. */
  position: integer('position'),
  /** When its upload was started. */
  begunAt: moment('begun_at').notNull(),
  createdAt: moment('created_at').notNull(),
  checkedAt: moment('checked_at'),
  facts: jsonb('facts').$type<FileFacts>(),
  blind: jsonb('blind').$type<BlindCopy>(),
  /** The version in `blind`, or 0. */
  blindVersion: integer('blind_version').generatedAlwaysAs(sql`written by the database`),
  redactedId: uuid('redacted_id').$type<FileId>(),
})

export const submission = pgTable('submission', {
  workId: uuid('work_id').$type<WorkId>().notNull(),
  number: integer('number').notNull(),
  submittedAt: moment('submitted_at').notNull(),
  submittedBy: uuid('submitted_by').$type<AccountId>(),
  isLate: boolean('is_late').notNull(),
  /** Canonical JSON: exactly the bytes that are hashed and signed. */
  manifest: text('manifest').notNull(),
  hash: bytes('hash').notNull(),
  previousHash: bytes('previous_hash'),
  signature: bytes('signature').notNull(),
  keyId: text('key_id').notNull(),
  changed: text('changed').array().notNull().default([]),
})

export const submissionFile = pgTable('submission_file', {
  workId: uuid('work_id').$type<WorkId>().notNull(),
  number: integer('number').notNull(),
  fileId: uuid('file_id').$type<FileId>().notNull(),
  part: text('part').notNull(),
  position: integer('position').notNull(),
})

/** The history of a work; the team is notified of a decision at `notifyAt` if it still stands. */
export const workEvent = pgTable('work_event', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  at: moment('at').notNull(),
  kind: text('kind').$type<WorkEventKind>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  /** In whose name the decision was made; null: the organisers', or it is another kind of event. */
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  fromState: text('from_state').$type<WorkState>().notNull(),
  toState: text('to_state').$type<WorkState>().notNull(),
  reason: text('reason'),
  submission: integer('submission'),
  notifyAt: moment('notify_at'),
  notifiedAt: moment('notified_at'),
})

/** A place where a work may reveal who made it. */
export const leak = pgTable('leak', {
  id: uuid('id').$type<LeakId>().primaryKey(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  fileId: uuid('file_id').$type<FileId>(),
  kind: text('kind').$type<LeakKind>().notNull(),
  value: text('value').notNull(),
  place: jsonb('place').$type<LeakPlace>().notNull(),
  context: text('context').notNull(),
  /** Among those that were found together, in the order of the text. */
  position: integer('position').notNull(),
  judgement: text('judgement').$type<LeakJudgement>().notNull().default('open'),
  judgedBy: uuid('judged_by').$type<AccountId>(),
  judgedAt: moment('judged_at'),
  foundAt: moment('found_at').notNull(),
})

/** A word that experts do not read in the texts of a work, as it stands there. */
export const blankedWord = pgTable('blanked_word', {
  workId: uuid('work_id').$type<WorkId>().notNull(),
  word: text('word').notNull(),
  /** What it reveals, as the team or its people are known. */
  value: text('value').notNull(),
  blankedBy: uuid('blanked_by').$type<AccountId>().notNull(),
  blankedAt: moment('blanked_at').notNull(),
})

/** Works whose hints are to be searched again. Triggers write it; `requests` counts what they have asked for. */
export const workRescan = pgTable('work_rescan', {
  workId: uuid('work_id').$type<WorkId>().primaryKey(),
  requests: integer('requests').notNull().default(1),
})
