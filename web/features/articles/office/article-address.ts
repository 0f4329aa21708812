import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { listArticles } from '@lectern/contract/articles/articles.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { NewsId } from '@lectern/contract/ids.ts'

/** In the order of the office's tabs. */
export const relatedKinds = ['training', 'periodical', 'science', 'journal', 'other'] as const satisfies ArticleKind[]
export type RelatedKind = (typeof relatedKinds)[number]

/** Query parameters of the list that are sent to the server. */
export const listNames: readonly (keyof QueryInputOf<typeof listArticles>)[] = [
  'search',
  'state',
  'category',
  'sort',
  'page',
  'pageSize',
]

/** The kind in the address; default: the first. */
export const relatedKindIn = (query: URLSearchParams): RelatedKind =>
  relatedKinds.find((kind) => kind === query.get('kind')) ?? relatedKinds[0]

export const officePath = (kind: ArticleKind): string =>
  kind === 'news' ? '/Admin/News' : `/Admin/Related?kind=${kind}`

/** Address of the editor; without an id for a new article. */
export const editPath = (kind: ArticleKind, id?: NewsId): string => {
  const query = new URLSearchParams({ ...(id && { id }), ...(kind !== 'news' && { kind }) })
  const path = kind === 'news' ? '/Admin/News/Edit' : '/Admin/Related/Edit'
  return query.size > 0 ? `${path}?${query}` : path
}
