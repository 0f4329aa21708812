import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import type { NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import { listedStates } from '@lectern/contract/pages/publish-state.ts'
import { and, asc, desc, eq, gt, inArray, lte, min, sql, type SQL } from '../../platform/database/drizzle.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { pageOfIds, type Slice } from '../../platform/database/id-page.ts'
import { article, articleView } from './tables.ts'

export interface PublishedFilter {
  kind: ArticleKind
  category?: NewsCategory | undefined
  search?: string | undefined
}

const listed = inArray(article.state, listedStates)

/** What a visitor may see at this moment. */
const visible = (now: Date) => and(listed, lte(article.publishedAt, now))

const visibleOf = (now: Date, kind: ArticleKind) => and(eq(article.kind, kind), visible(now))

const filtered = (now: Date, { kind, category, search }: PublishedFilter) =>
  and(
    visibleOf(now, kind),
    category && eq(article.category, category),
    search ? sql`${article.search} @@ search_query(${search})` : undefined,
  )

const itemColumns = {
  id: article.id,
  kind: article.kind,
  title: article.title,
  summary: article.summary,
  category: article.category,
  pinned: article.pinned,
  publishedAt: sql<Date>`${article.publishedAt}`.mapWith(article.publishedAt),
  cover: article.cover,
}

/** An article that was written before its moment is new at that moment. */
const updatedAt = sql<Date>`greatest(${article.updatedAt}, ${article.publishedAt})`.mapWith(article.updatedAt)

const newestFirst = [desc(article.pinned), desc(article.publishedAt), desc(article.id)]

/** One page: ids first, then the texts of those rows only. `isFew`: a search that has no more hits than are counted exactly. */
export const publishedPage = (db: Database, now: Date, filter: PublishedFilter, slice: Slice, isFew = false) => {
  const ids = pageOfIds(article, { where: filtered(now, filter), order: newestFirst, isFew, ...slice })
  return db
    .select(itemColumns)
    .from(article)
    .where(sql`${article.id} in ${ids}`)
    .orderBy(...newestFirst)
}

export const countPublished = (db: Database, now: Date, filter: PublishedFilter): Promise<number> =>
  countRows(db, article, filtered(now, filter))

export const findPublished = async (db: Database, now: Date, id: NewsId) => {
  const [row] = await db
    .select({
      ...itemColumns,
      body: article.body,
      author: article.author,
      attachments: article.attachments,
      updatedAt,
      views: sql<number>`coalesce(${articleView.views}, 0)`.mapWith(Number),
    })
    .from(article)
    .leftJoin(articleView, eq(articleView.articleId, article.id))
    .where(and(visible(now), eq(article.id, id)))
  return row
}

const neighbour = async (db: Database, where: SQL | undefined, order: SQL[]) => {
  const [row] = await db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(where)
    .orderBy(...order)
    .limit(1)
  return row
}

const position = sql`(${article.publishedAt}, ${article.id})`

interface Placed {
  id: NewsId
  kind: ArticleKind
  publishedAt: Date
}

export const olderOfKind = (db: Database, now: Date, { id, kind, publishedAt }: Placed) =>
  neighbour(db, and(visibleOf(now, kind), sql`${position} < (${publishedAt}, ${id})`), [
    desc(article.publishedAt),
    desc(article.id),
  ])

export const newerOfKind = (db: Database, now: Date, { id, kind, publishedAt }: Placed) =>
  neighbour(db, and(visibleOf(now, kind), sql`${position} > (${publishedAt}, ${id})`), [
    asc(article.publishedAt),
    asc(article.id),
  ])

/** The whole of the visible news, newest first. */
export const latestNews = (db: Database, now: Date, most: number) =>
  db
    .select({ ...itemColumns, category: sql<NewsCategory>`${article.category}`, body: article.body, updatedAt })
    .from(article)
    .where(visibleOf(now, 'news'))
    .orderBy(desc(article.publishedAt), desc(article.id))
    .limit(most)

/** Articles of every kind, newest first. */
export const publishedAddresses = (db: Database, now: Date, most: number) =>
  db
    .select({ id: article.id, updatedAt })
    .from(article)
    .where(visible(now))
    .orderBy(desc(article.publishedAt), desc(article.id))
    .limit(most)

/** The pages of kinds of articles. */
const pagesOfKinds = {
  news: '/News',
  journal: '/Journal',
  science: '/Science',
  periodical: '/Trivia/InterPeriodical',
  other: '/Trivia/Others',
} as const satisfies Partial<Record<ArticleKind, string>>

export const emptyArticlePages = async (db: Database, now: Date): Promise<string[]> => {
  const rows = await db.selectDistinct({ kind: article.kind }).from(article).where(visible(now))
  const present = new Set<string>(rows.map(({ kind }) => kind))
  return Object.entries(pagesOfKinds).flatMap(([kind, path]) => (present.has(kind) ? [] : [path]))
}

/** When the next article becomes visible by time alone. */
export const nextDue = async (db: Database, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ due: min(article.publishedAt) })
    .from(article)
    .where(and(listed, gt(article.publishedAt, now)))
  return row?.due ?? undefined
}

export const addViews = async (db: Database, counts: ReadonlyMap<NewsId, number>): Promise<void> => {
  const ids = [...counts.keys()]
  const added = [...counts.values()]
  // Articles deleted meanwhile are skipped. Ids are sorted to avoid deadlocks between processes.
  await db.execute(sql`
    insert into article_view (article_id, views)
    select id, added from unnest(${sql.param(ids)}::uuid[], ${sql.param(added)}::bigint[]) as viewed (id, added)
    where exists (select from article where article.id = viewed.id)
    order by id
    on conflict (article_id) do update set views = article_view.views + excluded.views
  `)
}
