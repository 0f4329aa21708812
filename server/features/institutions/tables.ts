import type { AccountId, FileId, InstitutionId, InstitutionMergeId, OfficerId } from '@lectern/contract/ids.ts'
import type {
  InstitutionKind,
  InstitutionState,
  OfficerState,
} from '@lectern/contract/institutions/institution-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

/** Schools, and the provinces that they belong to. */
export const institution = pgTable('institution', {
  id: uuid('id').$type<InstitutionId>().primaryKey(),
  kind: text('kind').$type<InstitutionKind>().notNull(),
  code: text('code'),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  parentId: uuid('parent_id').$type<InstitutionId>(),
  state: text('state').$type<InstitutionState>().notNull(),
  mergedInto: uuid('merged_into').$type<InstitutionId>(),
  search: text('search').notNull().default(''),
  isDemo: boolean('is_demo').notNull().default(false),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Other spellings of institutions. */
export const institutionAlias = pgTable('institution_alias', {
  id: uuid('id').$type<string>().primaryKey(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  text: text('text').notNull(),
  normal: text('normal').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Names and other spellings of institutions, as they are compared. Triggers write it. */
export const institutionSpelling = pgTable('institution_spelling', {
  spelling: text('spelling').notNull(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
})

/** People who act for an institution: invited, requested, active, and over. */
export const institutionOfficer = pgTable('institution_officer', {
  id: uuid('id').$type<OfficerId>().primaryKey(),
  institutionId: uuid('institution_id').$type<InstitutionId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  state: text('state').$type<OfficerState>().notNull(),
  name: text('name'),
  contact: text('contact'),
  tokenHash: bytes('token_hash'),
  invitedBy: uuid('invited_by').$type<AccountId>(),
  letterId: uuid('letter_id').$type<FileId>(),
  reason: text('reason'),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at'),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
})

/** Ids of what a merge moved, by table. */
export type MovedRows = Record<string, readonly string[]>

export const institutionMerge = pgTable('institution_merge', {
  id: uuid('id').$type<InstitutionMergeId>().primaryKey(),
  fromId: uuid('from_id').$type<InstitutionId>().notNull(),
  intoId: uuid('into_id').$type<InstitutionId>().notNull(),
  state: text('state').$type<InstitutionState>().notNull(),
  moved: jsonb('moved').$type<MovedRows>().notNull(),
  mergedBy: uuid('merged_by').$type<AccountId>(),
  mergedAt: moment('merged_at').notNull(),
  undoneAt: moment('undone_at'),
})
