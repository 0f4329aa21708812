import { pgTable, text } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

/** Keys that sign receipts. The private half is encrypted. */
export const signingKey = pgTable('signing_key', {
  id: text('id').primaryKey(),
  publicKey: bytes('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: moment('created_at').notNull(),
  retiredAt: moment('retired_at'),
})
