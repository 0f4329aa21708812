import type { FilePurpose } from '@lectern/contract/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { bigint, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const file = pgTable('file', {
  id: uuid('id').$type<FileId>().primaryKey(),
  ownerId: uuid('owner_id').$type<AccountId>().notNull(),
  purpose: text('purpose').$type<'avatar' | FilePurpose>().notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: bytes('sha256').notNull(),
  state: text('state').$type<'waiting' | 'stored' | 'refused' | 'removed'>().notNull(),
  /** Of a picture. */
  width: integer('width'),
  height: integer('height'),
  createdAt: moment('created_at').notNull(),
})
