import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { articleKinds } from './article-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { fileFacts, picture } from '../files/files.ts'
import { newsId } from '../ids.ts'
import { locales } from '../locales.ts'
import { newsCategories } from './news-categories.ts'
import { pageOf, pageQuery } from '../paging.ts'

const newsCategory = z.enum(newsCategories)

/** An article in a list. Texts are in the caller's language if possible; `locale` is the actual language. */
export const articleItem = z.object({
  id: newsId,
  kind: z.enum(articleKinds),
  title: z.string(),
  summary: z.string(),
  locale: z.enum(locales),
  /** Only news have a category. */
  category: newsCategory.nullable(),
  pinned: z.boolean(),
  publishedAt: z.iso.datetime(),
  cover: picture.nullable(),
})
export type ArticleItem = z.infer<typeof articleItem>

export const newsItem = articleItem.extend({ kind: z.literal('news'), category: newsCategory })
export type NewsItem = z.infer<typeof newsItem>

const neighbour = z.object({ id: newsId, title: z.string(), locale: z.enum(locales) }).nullable()

export const newsArticle = articleItem.extend({
  /** Safe HTML, sanitised on the server. */
  body: z.string(),
  author: z.string().nullable(),
  attachments: z.array(fileFacts),
  updatedAt: z.iso.datetime(),
  views: z.int(),
  /** `previous` is the next older article of the same kind, `next` the next newer one. */
  previous: neighbour,
  next: neighbour,
})
export type NewsArticle = z.infer<typeof newsArticle>

export const newsQuery = pageQuery.extend({ category: newsCategory.optional(), search: search.optional() })

export const listNews = endpoint({
  method: 'GET',
  path: '/api/news',
  summary: 'Published news, pinned first, then newest first',
  query: newsQuery,
  answer: pageOf(newsItem),
})

export const readNews = endpoint({
  method: 'GET',
  path: '/api/news/:id',
  summary: 'One published article of any kind, with its neighbours of that kind',
  params: z.strictObject({ id: newsId }),
  answer: newsArticle,
})

export const listPublished = endpoint({
  method: 'GET',
  path: '/api/articles/published',
  summary: 'Published articles of one kind, pinned first, then newest first',
  query: pageQuery.extend({ kind: z.enum(articleKinds), search: search.optional() }),
  answer: pageOf(articleItem),
})
