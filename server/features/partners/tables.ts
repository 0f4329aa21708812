import type { PartnerRole } from '@lectern/contract/experts/expert-values.ts'
import type { FileId, PartnerId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const partner = pgTable('partner', {
  id: uuid('id').$type<PartnerId>().primaryKey(),
  role: text('role').$type<PartnerRole>().notNull(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  logo: uuid('logo').$type<FileId>(),
  link: text('link'),
  visible: boolean('visible').notNull(),
  position: integer('position').notNull(),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
