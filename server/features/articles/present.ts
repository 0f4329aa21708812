import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsArticle, NewsItem } from '@lectern/contract/news.ts'
import type { Ctx } from '../../platform/context.ts'
import { safeHtml } from '../../platform/safe-html.ts'
import type { listNews, requireNews } from './service.ts'

type ListedNews = Awaited<ReturnType<typeof listNews>>
type FoundNews = Awaited<ReturnType<typeof requireNews>>
type Neighbour = NonNullable<FoundNews['previous']>

const presentItem = ({ locale: asked }: Ctx, row: ListedNews['list'][number]): NewsItem => {
  const { text: title, locale } = localize(row.title, asked)
  return {
    id: row.id,
    title,
    summary: localize(row.summary, asked).text,
    locale,
    category: row.category,
    pinned: row.pinned,
    publishedAt: row.publishedAt.toISOString(),
  }
}

const presentNeighbour = ({ locale: asked }: Ctx, row: Neighbour | undefined): NewsArticle['previous'] => {
  if (!row) return null
  const { text: title, locale } = localize(row.title, asked)
  return { id: row.id, title, locale }
}

export const presentNewsPage = (ctx: Ctx, { list, ...page }: ListedNews) => ({
  ...page,
  list: list.map((row) => presentItem(ctx, row)),
})

export const presentBody = (body: LocalizedText, ctx: Ctx): string => safeHtml(localize(body, ctx.locale).text)

export const presentNews = (ctx: Ctx, row: FoundNews): NewsArticle => ({
  ...presentItem(ctx, row),
  body: presentBody(row.body, ctx),
  updatedAt: row.updatedAt.toISOString(),
  views: row.views,
  previous: presentNeighbour(ctx, row.previous),
  next: presentNeighbour(ctx, row.next),
})
