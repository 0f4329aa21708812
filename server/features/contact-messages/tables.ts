import type { AccountId, MessageId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { MessageState } from '@lectern/contract/contact-messages/message-values.ts'
import { integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

export const message = pgTable('message', {
  id: uuid('id').$type<MessageId>().primaryKey(),
  reference: text('reference').notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  name: text('name').notNull(),
  contact: text('contact').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  state: text('state').$type<MessageState>().notNull(),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})

export const messageAnswer = pgTable('message_answer', {
  messageId: uuid('message_id').$type<MessageId>().notNull(),
  number: integer('number').notNull(),
  text: text('text').notNull(),
  answeredBy: uuid('answered_by').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
})
