import type { FileId, MaterialId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { MaterialCategory, MaterialKind } from '@lectern/contract/materials/material-values.ts'
import type { PublishState, LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { bigint, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

export const material = pgTable('material', {
  id: uuid('id').$type<MaterialId>().primaryKey(),
  kind: text('kind').$type<MaterialKind>().notNull(),
  category: text('category').$type<MaterialCategory>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  summary: jsonb('summary').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull().default({}),
  cover: uuid('cover').$type<FileId>(),
  fileId: uuid('file_id').$type<FileId>(),
  captions: uuid('captions').$type<FileId>(),
  state: text('state').$type<PublishState>().notNull(),
  publishedAt: moment('published_at'),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})

export const materialDownload = pgTable('material_download', {
  materialId: uuid('material_id').$type<MaterialId>().primaryKey(),
  downloads: bigint('downloads', { mode: 'number' }).notNull(),
})
