import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { bigint, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

export const file = pgTable('file', {
  id: uuid('id').$type<FileId>().primaryKey(),
  ownerId: uuid('owner_id').$type<AccountId>().notNull(),
  purpose: text('purpose').$type<'avatar'>().notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: bytes('sha256').notNull(),
  state: text('state').$type<'stored' | 'removed'>().notNull(),
  createdAt: moment('created_at').notNull(),
})
