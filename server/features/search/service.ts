import type { QueryOf } from '@lectern/contract/endpoint.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, type LocalizedText } from '@lectern/contract/localized.ts'
import { sectionShapes } from '@lectern/contract/pages/section-shapes.ts'
import { textsIn } from '@lectern/contract/pages/section-texts.ts'
import type { SearchHit, searchSite as searchEndpoint } from '@lectern/contract/search/search.ts'
import type { Ctx } from '../../platform/context.ts'
import { cut, excerptOf, plainMarkdown, plainOf, searchedIn } from './pieces.ts'
import { countFound, foundPage, textsFound, type FoundEntry } from './queries.ts'

type Texts = Awaited<ReturnType<typeof textsFound>>

/** Where each kind of material is read. */
const materialPaths = {
  markdown: (id: string) => `/database/listMD?id=${id}`,
  photo: (id: string) => `/Trivia/Wonderful?photo=${id}`,
  video: (id: string) => `/Trivia/Video?id=${id}`,
  file: (id: string) => `/Trivia/Download?id=${id}`,
}

interface Found {
  path: string
  title: LocalizedText
  texts: readonly LocalizedText[]
}

const withoutMarkdown = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(Object.entries(text).map(([locale, markdown]) => [locale, plainMarkdown(markdown)]))

const pagePath = (name: string): string => (name === 'Home' ? '/' : `/${name}`)

const find = (texts: Texts, { kind, id }: FoundEntry, locale: Locale): Found | undefined => {
  if (kind === 'page') {
    const page = texts.page.find((row) => row.id === id)
    const visible = page?.sections.filter((section) => section.visible) ?? []
    const said = visible.flatMap(({ type, content }) => textsIn(sectionShapes[type], content))
    return page && { path: pagePath(id), title: {}, texts: said }
  }
  if (kind === 'result' || kind === 'work') {
    const result = texts.results.get(id)
    // What people wrote has one language; it is shown to every reader.
    const localized = (text: LocalizedText | string): LocalizedText =>
      typeof text === 'string' ? { [locale]: text } : text
    return result && { path: result.path, title: localized(result.title), texts: result.texts.map(localized) }
  }
  const rows: readonly { id: string; title: LocalizedText; summary: LocalizedText; body: LocalizedText }[] = texts[kind]
  const row = rows.find((candidate) => candidate.id === id)
  if (!row) return undefined
  const article = { title: row.title, texts: [row.summary, row.body] }
  switch (kind) {
    case 'article':
      return { ...article, path: `/News/${id}` }
    case 'activity':
      return { ...article, path: `/EnrollFor/${id}` }
    case 'expert': {
      const name = row.title[languageOf(row.title, locale)] ?? ''
      return { ...article, path: `/Expert?search=${encodeURIComponent(name)}` }
    }
    case 'material': {
      const { kind: form } = texts.material.find((material) => material.id === id)!
      const body = form === 'markdown' ? withoutMarkdown(row.body) : row.body
      return { ...article, texts: [row.summary, body], path: materialPaths[form](id) }
    }
  }
}

/** The reader's language if it contains a match, else one that does: a hit must show why it was found. */
const shownIn = (texts: readonly LocalizedText[], searchText: readonly string[], readerLocale: Locale): Locale => {
  const says = (locale: Locale): boolean =>
    texts.some((text) => {
      const said = text[locale]?.toLowerCase()
      return said !== undefined && searchText.some((word) => said.includes(word))
    })
  const own = texts.find((text) => Object.values(text).some(Boolean))
  return [readerLocale, ...locales].find(says) ?? (own ? languageOf(own, readerLocale) : readerLocale)
}

const presentHit = (ctx: Ctx, entry: FoundEntry, content: Found, searchText: readonly string[]): SearchHit => {
  const locale = shownIn([content.title, ...content.texts], searchText, ctx.locale)
  const body = plainOf(content.texts.map((text) => text[locale] ?? '').join(' '))
  const titleLocale = languageOf(content.title, ctx.locale)
  return {
    kind: entry.kind,
    path: content.path,
    title: cut(content.title[titleLocale] ?? '', searchText),
    titleLocale,
    excerpt: excerptOf(body, searchText),
    locale,
    publishedAt: ['article', 'material', 'result', 'work'].includes(entry.kind)
      ? entry.listed_from.toISOString()
      : null,
  }
}

/** Everything public that matches all terms, best first. */
export const searchSite = async (ctx: Ctx, { page, pageSize, ...searchText }: QueryOf<typeof searchEndpoint>) => {
  const words = searchedIn(searchText.q)
  // Punctuation alone matches nothing.
  if (words.length === 0) return { list: [], total: 0, page, pageSize }
  const total = await countFound(ctx.db, searchText, ctx.now)
  const entries = await foundPage(ctx.db, searchText, { now: ctx.now, total, page, pageSize })
  const texts = await textsFound(ctx, entries)
  const list = entries.flatMap((entry) => {
    const content = find(texts, entry, ctx.locale)
    return content ? [presentHit(ctx, entry, content, words)] : []
  })
  return { list, total, page, pageSize }
}
