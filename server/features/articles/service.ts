import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import type { listNews as listNewsEndpoint } from '@lectern/contract/articles/news.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { fileFactsOf, picturesOf } from '../files/service.ts'
import {
  countPublished,
  findPublished,
  latestNews,
  newerOfKind,
  olderOfKind,
  publishedAddresses,
  publishedPage,
  type PublishedFilter,
} from './queries.ts'

export { presentNewsPage } from './present.ts'

type PublishedQuery = PublishedFilter & { page: number; pageSize: number }

const publishedRows = async (ctx: Ctx, { page, pageSize, ...filter }: PublishedQuery) => {
  const count = () => countPublished(ctx.db, ctx.now, filter)
  if (!filter.search) {
    const [list, total] = await Promise.all([
      publishedPage(ctx.db, ctx.now, filter, { page, pageSize }),
      // Counting is more expensive than a page, and its result is the same for all pages.
      ctx.remember(`${filter.kind} total ${filter.category ?? ''}`, count),
    ])
    return { list, total }
  }
  const total = await count()
  const isFew = total <= exactTotalLimit
  return { list: await publishedPage(ctx.db, ctx.now, filter, { page, pageSize }, isFew), total }
}

/** One page of what visitors may see, with the pictures of its covers. */
export const listPublished = async (ctx: Ctx, query: PublishedQuery) => {
  const { list, total } = await publishedRows(ctx, query)
  const pictures = await picturesOf(
    ctx,
    list.map(({ cover }) => cover),
  )
  return { list, pictures, total, page: query.page, pageSize: query.pageSize }
}

/** The same for news alone. */
export const listNews = (ctx: Ctx, query: QueryOf<typeof listNewsEndpoint>) =>
  listPublished(ctx, { ...query, kind: 'news' })

export const requirePublished = async (ctx: Ctx, id: NewsId) => {
  const row = await findPublished(ctx.db, ctx.now, id)
  if (!row) throw fail('news.notFound')
  const [previous, next, pictures, files] = await Promise.all([
    olderOfKind(ctx.db, ctx.now, row),
    newerOfKind(ctx.db, ctx.now, row),
    picturesOf(ctx, [row.cover]),
    fileFactsOf(ctx, row.attachments),
  ])
  return { ...row, previous, next, pictures, files }
}

const feedLength = 20
/** A sitemap file may hold 50,000 addresses; the rest is room for pages. */
const sitemapLength = 45_000

export const newsForFeed = (ctx: Ctx) => latestNews(ctx.db, ctx.now, feedLength)

export const articlesForSitemap = (ctx: Ctx) => publishedAddresses(ctx.db, ctx.now, sitemapLength)
