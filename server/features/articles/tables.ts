import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsCategory } from '@lectern/contract/news-categories.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { bigint, boolean, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'
import type { ArticleState } from './states.ts'

export const article = pgTable('article', {
  id: uuid('id').$type<NewsId>().primaryKey(),
  kind: text('kind').$type<'news'>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  summary: jsonb('summary').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  category: text('category').$type<NewsCategory>().notNull(),
  pinned: boolean('pinned').notNull().default(false),
  state: text('state').$type<ArticleState>().notNull(),
  publishedAt: moment('published_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})

export const articleView = pgTable('article_view', {
  articleId: uuid('article_id').$type<NewsId>().primaryKey(),
  views: bigint('views', { mode: 'number' }).notNull(),
})
