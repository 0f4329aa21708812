import type { NewsId } from '@lectern/contract/ids.ts'
import type { listNews as listNewsEndpoint } from '@lectern/contract/news.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import {
  countNews,
  findNews,
  foundNewsPage,
  latestNews,
  newerNews,
  newsAddresses,
  newsPage,
  olderNews,
} from './queries.ts'

export { presentNewsPage } from './present.ts'

type NewsQuery = QueryOf<typeof listNewsEndpoint>

export const listNews = async (ctx: Ctx, { page, pageSize, ...filter }: NewsQuery) => {
  const count = () => countNews(ctx.db, ctx.now, filter)
  if (!filter.search) {
    const [list, total] = await Promise.all([
      newsPage(ctx.db, ctx.now, filter, { page, pageSize }),
      // Counting costs more than a page, and gives the same for all pages.
      ctx.remember(`news total ${filter.category ?? ''}`, count),
    ])
    return { list, total, page, pageSize }
  }
  const total = await count()
  const find = total > exactTotalLimit ? newsPage : foundNewsPage
  return { list: await find(ctx.db, ctx.now, filter, { page, pageSize }), total, page, pageSize }
}

export const requireNews = async (ctx: Ctx, id: NewsId) => {
  const found = await findNews(ctx.db, ctx.now, id)
  if (!found) throw fail('news.notFound')
  const [previous, next] = await Promise.all([olderNews(ctx.db, ctx.now, found), newerNews(ctx.db, ctx.now, found)])
  return { ...found, previous, next }
}

const feedLength = 20
/** The most addresses that one sitemap file may hold by its standard, less room for the pages. */
const sitemapLength = 45_000

export const newsForFeed = (ctx: Ctx) => latestNews(ctx.db, ctx.now, feedLength)

export const newsForSitemap = (ctx: Ctx) => newsAddresses(ctx.db, ctx.now, sitemapLength)
