import type { listArticles } from '@lectern/contract/articles.ts'
import type { ArticleSort } from '@lectern/contract/article-values.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import { listedStates, type PublishState } from '@lectern/contract/publishing.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, gt, inArray, lte, sql, type SQL } from '../../platform/database/drizzle.ts'
import { article, articleView } from './tables.ts'

type Query = QueryOf<typeof listArticles>
export type ArticleFilter = Omit<Query, 'page' | 'pageSize' | 'sort'>

/** What is scheduled is published once it is due. */
const inState = (state: PublishState, now: Date): SQL | undefined => {
  if (state === 'published') return and(inArray(article.state, listedStates), lte(article.publishedAt, now))
  if (state === 'scheduled') return and(inArray(article.state, listedStates), gt(article.publishedAt, now))
  return eq(article.state, state)
}

const filtered = (now: Date, { kind, state, category, search }: ArticleFilter) =>
  and(
    kind && eq(article.kind, kind),
    state && inState(state, now),
    category && eq(article.category, category),
    search ? sql`${article.search} @@ search_query(${search})` : undefined,
  )

const headColumns = {
  id: article.id,
  kind: article.kind,
  title: article.title,
  category: article.category,
  pinned: article.pinned,
  state: article.state,
  publishedAt: article.publishedAt,
  updatedAt: article.updatedAt,
  written: article.written,
  version: article.version,
}

/** Each as its index has it, so that a page is read off the index. What has no date comes after the oldest. */
const orders: Record<ArticleSort, SQL[]> = {
  '-updatedAt': [desc(article.updatedAt), desc(article.id)],
  updatedAt: [asc(article.updatedAt), asc(article.id)],
  '-publishedAt': [sql`${article.publishedAt} desc nulls last`, desc(article.id)],
  publishedAt: [sql`${article.publishedAt} asc nulls first`, asc(article.id)],
}

interface Slice {
  page: number
  pageSize: number
}

/** Ids of one page, read off an index in its order; what does not fit the filter is passed over. */
const idsInOrder = (db: Database, now: Date, filter: ArticleFilter, sort: ArticleSort, { page, pageSize }: Slice) =>
  db
    .select({ id: article.id })
    .from(article)
    .where(filtered(now, filter))
    .orderBy(...orders[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)

/** The same for few hits among many articles: finds all of them first, then sorts them. The limit keeps the two apart. */
const idsOfFew = (db: Database, now: Date, filter: ArticleFilter, sort: ArticleSort, { page, pageSize }: Slice) => {
  const key = sort.endsWith('updatedAt') ? article.updatedAt : article.publishedAt
  const found = db
    .select({ id: article.id, key: sql`${key}`.as('key') })
    .from(article)
    .where(filtered(now, filter))
    .limit(exactTotalLimit)
    .as('found')
  const order = sort.startsWith('-')
    ? [sql`${found.key} desc nulls last`, desc(found.id)]
    : [sql`${found.key} asc nulls first`, asc(found.id)]
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

/** One page: `few` for a filter that has no more hits than can be counted exactly. */
export const managedPage = (
  db: Database,
  now: Date,
  filter: ArticleFilter,
  sort: ArticleSort,
  slice: Slice,
  few: boolean,
) =>
  db
    .select(headColumns)
    .from(article)
    .where(inArray(article.id, (few ? idsOfFew : idsInOrder)(db, now, filter, sort, slice)))
    .orderBy(...orders[sort])

export const countManaged = (db: Database, now: Date, filter: ArticleFilter): Promise<number> =>
  countRows(db, article, filtered(now, filter))

const allColumns = {
  ...headColumns,
  summary: article.summary,
  body: article.body,
  cover: article.cover,
  attachments: article.attachments,
  author: article.author,
  createdAt: article.createdAt,
}

export const findManaged = async (db: Database, id: NewsId) => {
  const [found] = await db
    .select({ ...allColumns, views: sql<number>`coalesce(${articleView.views}, 0)`.mapWith(Number) })
    .from(article)
    .leftJoin(articleView, eq(articleView.articleId, article.id))
    .where(eq(article.id, id))
  return found
}

/** The same, and nobody else changes it before the transaction is over. */
export const findForChange = async (db: Database, id: NewsId) => {
  const [found] = await db.select(allColumns).from(article).where(eq(article.id, id)).for('update')
  return found
}
