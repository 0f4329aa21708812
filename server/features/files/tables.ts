import type { FilePurpose, ScanOutcome } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import type { UploadState } from '../../platform/storage/storage.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const file = pgTable('file', {
  id: uuid('id').$type<FileId>().primaryKey(),
  ownerId: uuid('owner_id').$type<AccountId>().notNull(),
  purpose: text('purpose').$type<'avatar' | FilePurpose>().notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  /** Of a copy that names nobody, stored beside it; null: there is none. */
  copySize: bigint('copy_size', { mode: 'number' }),
  /** Of a small picture of it, stored beside it; null: there is none. */
  coverSize: integer('cover_size'),
  /** By which rules, and of what, the picture was made, or could not be made; null: nobody has tried. */
  coverRules: text('cover_rules'),
  /** Of the pages of slides as a PDF, stored beside it; null: there are none. */
  pagesSize: bigint('pages_size', { mode: 'number' }),
  /** By which rules, and of what, the pages were made, or could not be made; null: nobody has tried. */
  pagesRules: text('pages_rules'),
  /** Known once the file has been inspected, or as the browser has computed it. */
  sha256: bytes('sha256'),
  /** False: `sha256` is what the browser has computed, and the content has not been read, or is another. */
  isConfirmed: boolean('is_confirmed').notNull().default(true),
  /** Of the content, if it is not what the browser has computed. */
  actualSha256: bytes('actual_sha256'),
  state: text('state').$type<'waiting' | 'stored' | 'refused' | 'removed'>().notNull(),
  /** Pictures only. */
  width: integer('width'),
  height: integer('height'),
  refusal: text('refusal').$type<'file.wrongType' | 'file.refused' | 'file.noPicture'>(),
  attempts: integer('attempts').notNull().default(0),
  dueAt: moment('due_at'),
  createdAt: moment('created_at').notNull(),
})

/** What a scanner of malware has said about a file. Triggers add the rows; files that the program makes itself have none. */
export const fileScan = pgTable('file_scan', {
  fileId: uuid('file_id').$type<FileId>().primaryKey(),
  /** Null: nothing yet. It is kept until the file is scanned again. */
  outcome: text('outcome').$type<ScanOutcome>(),
  /** What was found. */
  signature: text('signature'),
  /** The program and its signatures, as it names them. */
  engine: text('engine'),
  scannedAt: moment('scanned_at'),
  attempts: integer('attempts').notNull().default(0),
  /** When it is to be scanned, or tried again; null: not. */
  dueAt: moment('due_at'),
})

export const upload = pgTable('upload', {
  id: uuid('id').$type<FileId>().primaryKey(),
  ownerId: uuid('owner_id').$type<AccountId>().notNull(),
  purpose: text('purpose').$type<FilePurpose>().notNull(),
  name: text('name').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  /** What it is for, as its purpose defines it. */
  target: jsonb('target').$type<Record<string, string>>(),
  /** Of the SHA-256 over the bytes received so far, where the storage cannot read them back. */
  hashState: bytes('hash_state'),
  uploadState: jsonb('growth').$type<UploadState>().notNull(),
  /** Of each part that the browser sends to the bucket; null: the bytes pass through the program. */
  partBytes: bigint('part_bytes', { mode: 'number' }),
  /** Of the whole, as the browser has computed it; null: not all parts have arrived. */
  sha256: bytes('sha256'),
  isFinished: boolean('is_finished').notNull().default(false),
  holder: uuid('holder'),
  heldUntil: moment('held_until'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
