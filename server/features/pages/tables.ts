import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { integer, jsonb, pgTable, text } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const page = pgTable('page', {
  name: text('name').$type<PageName>().primaryKey(),
  /** Edited by organisers. */
  draft: jsonb('draft').$type<WrittenSection[]>().notNull(),
  /** What visitors see. */
  published: jsonb('published').$type<WrittenSection[]>().notNull(),
  /** When each language of each section of the draft was last written, by the section's id. */
  written: jsonb('written').$type<Record<string, LanguageStamps>>().notNull().default({}),
  version: integer('version').notNull().default(1),
  publishedVersion: integer('published_version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
  publishedAt: moment('published_at').notNull(),
})
