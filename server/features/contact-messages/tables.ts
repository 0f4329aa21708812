import type { AccountId, MessageId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const message = pgTable('message', {
  id: uuid('id').$type<MessageId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>(),
  name: text('name').notNull(),
  contact: text('contact').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  state: text('state').$type<'new' | 'answered' | 'closed'>().notNull(),
  answer: text('answer'),
  answeredBy: uuid('answered_by').$type<AccountId>(),
  answeredAt: moment('answered_at'),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
})
