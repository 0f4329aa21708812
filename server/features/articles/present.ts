import { languageOf, localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsArticle, NewsItem } from '@lectern/contract/news.ts'
import type { Ctx } from '../../platform/context.ts'
import { shownHtml } from '../../platform/safe-html.ts'
import type { listNews, requireNews } from './service.ts'

type ListedNews = Awaited<ReturnType<typeof listNews>>
type FoundNews = Awaited<ReturnType<typeof requireNews>>
type Neighbour = NonNullable<FoundNews['previous']>

type Written = Record<'title' | 'summary', LocalizedText>

/** An article is shown in one language, that of its title: what is marked as English is all English. */
export const presentText = ({ locale: asked }: Ctx, { title, summary }: Written) => {
  const locale = languageOf(title, asked)
  return { title: title[locale] ?? '', summary: summary[locale] ?? '', locale }
}

export const presentBody = (
  { locale: asked }: Ctx,
  { title, body }: Record<'title' | 'body', LocalizedText>,
): string => {
  const locale = languageOf(title, asked)
  return shownHtml(body[locale] ?? '', locale)
}

const presentItem = (ctx: Ctx, row: ListedNews['list'][number]): NewsItem => ({
  id: row.id,
  ...presentText(ctx, row),
  category: row.category,
  pinned: row.pinned,
  publishedAt: row.publishedAt.toISOString(),
})

const presentNeighbour = ({ locale: asked }: Ctx, row: Neighbour | undefined): NewsArticle['previous'] => {
  if (!row) return null
  const { text: title, locale } = localize(row.title, asked)
  return { id: row.id, title, locale }
}

export const presentNewsPage = (ctx: Ctx, { list, ...page }: ListedNews) => ({
  ...page,
  list: list.map((row) => presentItem(ctx, row)),
})

export const presentNews = (ctx: Ctx, row: FoundNews): NewsArticle => ({
  ...presentItem(ctx, row),
  body: presentBody(ctx, row),
  updatedAt: row.updatedAt.toISOString(),
  views: row.views,
  previous: presentNeighbour(ctx, row.previous),
  next: presentNeighbour(ctx, row.next),
})
