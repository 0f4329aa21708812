import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsCategory } from '@lectern/contract/news-categories.ts'
import type { PublishState } from '@lectern/contract/publishing.ts'
import MarkdownIt from 'markdown-it'
import { article } from '../../features/articles/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { fillDates } from './dates.ts'

const directory = join(import.meta.dirname, 'articles')

interface Listed {
  slug: string
  /** News if absent. */
  kind?: ArticleKind
  /** Of news only. */
  category?: NewsCategory
  /** Published this many days from today; at the time of day given by its place in the list. */
  day?: number
  pinned?: boolean
  state?: PublishState
}

const markdown = new MarkdownIt({ html: false, linkify: false })

const dayMilliseconds = 86_400_000

/** A heading, a quoted summary, and the body. */
export const parseArticle = (source: string, name: string): { title: string; summary: string; body: string } => {
  const [, title, summary, body] = /^# (.+)\n+> (.+)\n+([\s\S]+)$/.exec(source) ?? []
  if (!title || !summary || !body?.trim()) throw new Error(`${name} is not a heading, a quoted summary and a body`)
  return { title, summary, body: markdown.render(body) }
}

const readArticle = async (slug: string, now: Date) => {
  const text: Record<'title' | 'summary' | 'body', LocalizedText> = { title: {}, summary: {}, body: {} }
  for (const locale of locales) {
    const name = join(slug, `${locale}.md`)
    const source = fillDates(await readFile(join(directory, name), 'utf8'), locale, now)
    const { title, summary, body } = parseArticle(source, name)
    Object.assign(text.title, { [locale]: title })
    Object.assign(text.summary, { [locale]: summary })
    Object.assign(text.body, { [locale]: body })
  }
  return text
}

/** Office hours, one after the other through the list, but never in the future. */
const publishedAt = (day: number, position: number, now: Date): Date => {
  const hour = 1 + (position % 8)
  const date = new Date(now.getTime() + day * dayMilliseconds)
  date.setUTCHours(hour, (position * 7) % 60, 0, 0)
  return day <= 0 && date > now ? new Date(now.getTime() - (position + 1) * 60_000) : date
}

export const seedArticles = async (db: Database, now: Date): Promise<void> => {
  const listed: Listed[] = JSON.parse(await readFile(join(directory, 'articles.json'), 'utf8'))
  const rows = await Promise.all(
    listed.map(async ({ slug, kind = 'news', category, day, pinned = false, state = 'published' }, position) => {
      const published = day === undefined ? null : publishedAt(day, position, now)
      const written = published && published < now ? published : now
      return {
        id: newId<typeof article.$inferInsert.id>(written),
        kind,
        category: category ?? null,
        pinned,
        state,
        publishedAt: published,
        createdAt: written,
        updatedAt: written,
        ...(await readArticle(slug, now)),
        written: Object.fromEntries(locales.map((locale) => [locale, written.toISOString()])),
      }
    }),
  )
  await db.insert(article).values(rows)
}
