import type { ExpertField, ExpertState } from '@lectern/contract/experts/expert-values.ts'
import type { AccountId, ExpertId, FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

export const expert = pgTable('expert', {
  id: uuid('id').$type<ExpertId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  school: jsonb('school').$type<LocalizedText>().notNull(),
  bio: jsonb('bio').$type<LocalizedText>().notNull(),
  fields: text('fields').array().$type<ExpertField[]>().notNull(),
  photo: uuid('photo').$type<FileId>(),
  state: text('state').$type<ExpertState>().notNull(),
  position: integer('position').notNull(),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})
