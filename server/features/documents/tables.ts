import type { DocumentName } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/** Titles and bodies as entered, the bodies in Markdown. */
export const document = pgTable('document', {
  id: uuid('id').$type<DocumentId>().primaryKey(),
  name: text('name').$type<DocumentName>().notNull(),
  version: integer('version').notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  publishedAt: moment('published_at').notNull(),
})

export const consent = pgTable('consent', {
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  documentId: uuid('document_id').$type<DocumentId>().notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  givenAt: moment('given_at').notNull(),
})
