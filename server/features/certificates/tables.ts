import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import type {
  CertificateColumn,
  CertificateKind,
  CertificateState,
  CorrectionState,
  IssueState,
  MergeValues,
} from '@lectern/contract/certificates/certificate-values.ts'
import type {
  AccountId,
  ActivityId,
  CertificateId,
  CertificateIssueId,
  CertificateSeriesId,
  CertificateTemplateId,
  CorrectionId,
  EditionId,
  FileId,
  TaskId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, day, moment, tsvector } from '../../platform/tables.ts'

export const certificateTemplate = pgTable('certificate_template', {
  id: uuid('id').$type<CertificateTemplateId>().primaryKey(),
  /** The name of a template that comes with the program. */
  delivered: text('delivered'),
  kind: text('kind').$type<CertificateKind>().notNull(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  version: integer('version').notNull().default(1),
  /** Of its last version. */
  number: integer('number').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Immutable once a certificate was issued with it. */
export const certificateTemplateVersion = pgTable('certificate_template_version', {
  templateId: uuid('template_id').$type<CertificateTemplateId>().notNull(),
  number: integer('number').notNull(),
  design: jsonb('design').$type<CertificateDesign>().notNull(),
  usedAt: moment('used_at'),
  createdAt: moment('created_at').notNull(),
})

export const certificateSeries = pgTable('certificate_series', {
  id: uuid('id').$type<CertificateSeriesId>().primaryKey(),
  prefix: text('prefix').notNull(),
  year: integer('year').notNull(),
  code: text('code').notNull(),
  /** The last number that was assigned. */
  last: integer('last').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

/** A row of an uploaded sheet. */
export interface SheetPerson extends Record<Exclude<CertificateColumn, 'account'>, string> {
  /** Of the holder, if the sheet names one. */
  account: AccountId | null
}

export const certificateIssue = pgTable('certificate_issue', {
  id: uuid('id').$type<CertificateIssueId>().primaryKey(),
  version: integer('version').notNull().default(1),
  kind: text('kind').$type<CertificateKind>().notNull(),
  state: text('state').$type<IssueState>().notNull(),
  source: jsonb('source').$type<IssueSourceInput>().notNull(),
  sheet: jsonb('sheet').$type<SheetPerson[]>(),
  editionId: uuid('edition_id').$type<EditionId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>(),
  templateId: uuid('template_id').$type<CertificateTemplateId>().notNull(),
  seriesId: uuid('series_id').$type<CertificateSeriesId>().notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  dated: day('dated').notNull(),
  notify: boolean('notify').notNull(),
  revokedToo: boolean('revoked_too').notNull().default(false),
  blocked: integer('blocked').notNull().default(0),
  taskId: uuid('task_id').$type<TaskId>(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  createdBy: uuid('created_by').$type<AccountId>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Everything that is printed, but for the number and the code. */
export interface CertificateContent {
  values: Omit<MergeValues, 'number'>
  /** The address of the site: its QR code starts with it. */
  site: string
}

export const certificate = pgTable('certificate', {
  id: uuid('id').$type<CertificateId>().primaryKey(),
  issueId: uuid('issue_id').$type<CertificateIssueId>().notNull(),
  seriesId: uuid('series_id').$type<CertificateSeriesId>().notNull(),
  sequence: integer('sequence').notNull(),
  number: text('number').notNull(),
  code: text('code').notNull(),
  kind: text('kind').$type<CertificateKind>().notNull(),
  subject: text('subject').notNull(),
  person: text('person').notNull(),
  award: text('award').notNull(),
  editionId: uuid('edition_id').$type<EditionId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>(),
  workId: uuid('work_id').$type<WorkId>(),
  holderId: uuid('holder_id').$type<AccountId>(),
  /** The holder has deleted the account. */
  isHolderErased: boolean('is_holder_erased').notNull().default(false),
  templateId: uuid('template_id').$type<CertificateTemplateId>().notNull(),
  templateNumber: integer('template_number').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  content: jsonb('content').$type<CertificateContent>().notNull(),
  contentHash: bytes('content_hash').notNull(),
  institution: text('institution').notNull().default(''),
  search: tsvector('search'),
  fileId: uuid('file_id').$type<FileId>(),
  pdfSha256: bytes('pdf_sha256'),
  pdfSize: integer('pdf_size'),
  state: text('state').$type<CertificateState>().notNull(),
  issuedAt: moment('issued_at').notNull(),
  endedAt: moment('ended_at'),
  endedBy: uuid('ended_by').$type<AccountId>(),
  reason: text('reason'),
  replacesId: uuid('replaces_id').$type<CertificateId>(),
  notifiedAt: moment('notified_at'),
})

export const certificateCorrection = pgTable('certificate_correction', {
  id: uuid('id').$type<CorrectionId>().primaryKey(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  state: text('state').$type<CorrectionState>().notNull(),
  fromName: text('from_name').notNull(),
  toName: text('to_name').notNull(),
  reason: text('reason').notNull(),
  answer: text('answer'),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  createdAt: moment('created_at').notNull(),
})
