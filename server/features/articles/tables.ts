import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import type { FileId, NewsId } from '@lectern/contract/ids.ts'
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { PublishState, LanguageStamps } from '@lectern/contract/pages/publish-state.ts'

export const article = pgTable('article', {
  id: uuid('id').$type<NewsId>().primaryKey(),
  kind: text('kind').$type<ArticleKind>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  summary: jsonb('summary').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  category: text('category').$type<NewsCategory>(),
  pinned: boolean('pinned').notNull().default(false),
  state: text('state').$type<PublishState>().notNull(),
  publishedAt: moment('published_at'),
  cover: uuid('cover').$type<FileId>(),
  attachments: jsonb('attachments').$type<FileId[]>().notNull().default([]),
  author: text('author'),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})

export const articleView = pgTable('article_view', {
  articleId: uuid('article_id').$type<NewsId>().primaryKey(),
  views: bigint('views', { mode: 'number' }).notNull(),
})
