import type { BannerId, FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const banner = pgTable('banner', {
  id: uuid('id').$type<BannerId>().primaryKey(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  alt: jsonb('alt').$type<LocalizedText>().notNull(),
  wide: uuid('wide').$type<FileId>().notNull(),
  narrow: uuid('narrow').$type<FileId>().notNull(),
  link: text('link'),
  opensAt: moment('opens_at'),
  closesAt: moment('closes_at'),
  visible: boolean('visible').notNull(),
  position: integer('position').notNull(),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
