import type { FileFacts, Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { languageOf, localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { ArticleItem, NewsArticle, NewsItem } from '@lectern/contract/articles/news.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { shownHtml } from '../../platform/safe-html.ts'
import type { listPublished, requirePublished } from './service.ts'

type ListedPage = Awaited<ReturnType<typeof listPublished>>
type Found = Awaited<ReturnType<typeof requirePublished>>
type Neighbour = NonNullable<Found['previous']>

type Written = Record<'title' | 'summary', LocalizedText>

/** An article is shown in one language, that of its title, so that its `lang` is correct. */
export const presentText = ({ locale: readerLocale }: Ctx, { title, summary }: Written) => {
  const locale = languageOf(title, readerLocale)
  return { title: title[locale] ?? '', summary: summary[locale] ?? '', locale }
}

export const presentBody = (
  { locale: readerLocale }: Ctx,
  { title, body }: Record<'title' | 'body', LocalizedText>,
): string => {
  const locale = languageOf(title, readerLocale)
  return shownHtml(body[locale] ?? '', locale)
}

type Pictures = ReadonlyMap<FileId, Picture>

const presentItem = (ctx: Ctx, row: ListedPage['list'][number], pictures: Pictures): ArticleItem => ({
  id: row.id,
  kind: row.kind,
  ...presentText(ctx, row),
  category: row.category,
  pinned: row.pinned,
  publishedAt: row.publishedAt.toISOString(),
  cover: (row.cover && pictures.get(row.cover)) ?? null,
})

const presentNeighbour = ({ locale: readerLocale }: Ctx, row: Neighbour | undefined): NewsArticle['previous'] => {
  if (!row) return null
  const { text: title, locale } = localize(row.title, readerLocale)
  return { id: row.id, title, locale }
}

/** In the chosen order; files removed since are left out. */
export const presentFiles = (ids: readonly FileId[], files: ReadonlyMap<FileId, FileFacts>): FileFacts[] =>
  ids.map((id) => files.get(id)).filter((facts) => facts !== undefined)

export const presentPage = (ctx: Ctx, { list, pictures, ...page }: ListedPage): Page<ArticleItem> => ({
  ...page,
  list: list.map((row) => presentItem(ctx, row, pictures)),
})

/** All news have a category. */
export const presentNewsPage = (ctx: Ctx, page: ListedPage) => presentPage(ctx, page) as Page<NewsItem>

type Whole = Omit<Found, 'id' | 'previous' | 'next'>

/** The fields that only the full article has, without its neighbours. */
const presentWhole = (ctx: Ctx, row: Whole) => ({
  body: presentBody(ctx, row),
  author: row.author,
  attachments: presentFiles(row.attachments, row.files),
  updatedAt: row.updatedAt.toISOString(),
  views: row.views,
})

export const presentArticle = (ctx: Ctx, row: Found): NewsArticle => ({
  ...presentItem(ctx, row, row.pictures),
  ...presentWhole(ctx, row),
  previous: presentNeighbour(ctx, row.previous),
  next: presentNeighbour(ctx, row.next),
})

/** An unsaved article, as visitors would see it. */
export const presentPreview = (ctx: Ctx, row: Whole) => {
  const { id: _, ...item } = presentItem(ctx, { ...row, id: '' as Found['id'] }, row.pictures)
  return { ...item, ...presentWhole(ctx, row) }
}
