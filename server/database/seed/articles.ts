import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import type { PublishState } from '@lectern/contract/pages/publish-state.ts'
import MarkdownIt from 'markdown-it'
import { article } from '../../features/articles/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { officeHour } from './dates.ts'
import { firstVersions } from './first-versions.ts'
import { readList } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'
import { readText } from './texts.ts'

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
  cover?: string
  author?: string
}

const markdown = new MarkdownIt({ html: false, linkify: false })

const rendered = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(Object.entries(text).map(([locale, source]) => [locale, markdown.render(source)]))

export const seedArticles = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const listed = await readList<Listed>('articles/articles.json')
  const published = listed.map(({ day }, position) => (day === undefined ? null : officeHour(day, position, now)))
  const contents = await Promise.all(
    listed.map(async ({ slug, kind = 'news', category, pinned = false, cover, author }, position) => {
      const { title, summary, body } = await readText('articles', slug, now)
      return {
        kind,
        title,
        summary,
        category: category ?? null,
        pinned,
        cover: cover ? await files.picture(`cover-${cover}`) : null,
        attachments: [],
        author: author ?? null,
        publishedAt: published[position]?.toISOString() ?? null,
        body: rendered(body),
      }
    }),
  )
  await files.writeDown()
  const rows = await firstVersions(
    db,
    { kind: 'article', makeId: newId<NewsId>, texts: ['title', 'summary', 'body'] },
    contents,
    (index) => {
      const moment = published[index]
      return moment && moment < now ? moment : now
    },
  )
  // One by one: each is prepared for the search, and on a slow machine all of them would exceed the time of a statement.
  for (const [index, row] of rows.entries())
    await db
      .insert(article)
      .values({ ...row, publishedAt: published[index] ?? null, state: listed[index]!.state ?? 'published' })
}
