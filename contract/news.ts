import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { newsId } from './ids.ts'
import { locales } from './locales.ts'
import { newsCategories } from './news-categories.ts'
import { pageOf, pageQuery } from './paging.ts'
import { longestSearch } from './search-limits.ts'

const newsCategory = z.enum(newsCategories)

/** One line of the list. Text is in the caller's language; `locale` is the language it is really in. */
export const newsItem = z.object({
  id: newsId,
  title: z.string(),
  summary: z.string(),
  locale: z.enum(locales),
  category: newsCategory,
  pinned: z.boolean(),
  publishedAt: z.iso.datetime(),
})
export type NewsItem = z.infer<typeof newsItem>

const neighbour = z.object({ id: newsId, title: z.string(), locale: z.enum(locales) }).nullable()

export const newsArticle = newsItem.extend({
  /** Safe HTML: cleaned on the server. */
  body: z.string(),
  updatedAt: z.iso.datetime(),
  views: z.int(),
  /** The next older and the next newer article. */
  previous: neighbour,
  next: neighbour,
})
export type NewsArticle = z.infer<typeof newsArticle>

export const newsQuery = pageQuery.extend({
  category: newsCategory.optional(),
  // The one character that the database cannot hold separates words, as a space does.
  search: z
    .string()
    .overwrite((text) => text.replaceAll('\u0000', ' '))
    .trim()
    .max(longestSearch)
    .optional(),
})

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
  summary: 'One published article with its neighbours',
  params: z.strictObject({ id: newsId }),
  answer: newsArticle,
})
