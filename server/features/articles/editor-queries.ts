import type { listArticles } from '@lectern/contract/articles/articles.ts'
import type { ArticleSort } from '@lectern/contract/articles/article-values.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { listedStates, type PublishState } from '@lectern/contract/pages/publish-state.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, gt, inArray, lte, sql, type SQL } from '../../platform/database/drizzle.ts'
import { pageOfIds, type Slice } from '../../platform/database/id-page.ts'
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

/** Each matches an index, so that a page is read from the index. Rows without a date come after the oldest. */
const orders: Record<ArticleSort, SQL[]> = {
  '-updatedAt': [desc(article.updatedAt), desc(article.id)],
  updatedAt: [asc(article.updatedAt), asc(article.id)],
  '-publishedAt': [sql`${article.publishedAt} desc nulls last`, desc(article.id)],
  publishedAt: [sql`${article.publishedAt} asc nulls first`, asc(article.id)],
}

/** One page. `isFew`: the filter has no more hits than are counted exactly. */
export const managedPage = (
  db: Database,
  now: Date,
  filter: ArticleFilter,
  sort: ArticleSort,
  slice: Slice,
  isFew: boolean,
) => {
  const ids = pageOfIds(article, { where: filtered(now, filter), order: orders[sort], isFew, ...slice })
  return db
    .select(headColumns)
    .from(article)
    .where(sql`${article.id} in ${ids}`)
    .orderBy(...orders[sort])
}

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
  const [row] = await db
    .select({ ...allColumns, views: sql<number>`coalesce(${articleView.views}, 0)`.mapWith(Number) })
    .from(article)
    .leftJoin(articleView, eq(articleView.articleId, article.id))
    .where(eq(article.id, id))
  return row
}

/** The same, locked until the transaction ends. */
export const findForChange = async (db: Database, id: NewsId) => {
  const [row] = await db.select(allColumns).from(article).where(eq(article.id, id)).for('update')
  return row
}
