import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { listArticles } from '@lectern/contract/articles.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { NewsId } from '@lectern/contract/ids.ts'

/** In the order in which the office offers them. */
export const relatedKinds = ['training', 'periodical', 'science', 'journal', 'other'] as const satisfies ArticleKind[]
export type RelatedKind = (typeof relatedKinds)[number]

/** What of the address of a list the server is asked for. */
export const listNames: readonly (keyof QueryInputOf<typeof listArticles>)[] = [
  'search',
  'state',
  'category',
  'sort',
  'page',
  'pageSize',
]

/** The kind that an address names; the first if it names none. */
export const relatedKindIn = (query: URLSearchParams): RelatedKind =>
  relatedKinds.find((kind) => kind === query.get('kind')) ?? relatedKinds[0]

export const officePath = (kind: ArticleKind): string =>
  kind === 'news' ? '/Admin/News' : `/Admin/Related?kind=${kind}`

/** Where an article is written; a new one if it has no id. */
export const editPath = (kind: ArticleKind, id?: NewsId): string => {
  const query = new URLSearchParams({ ...(id && { id }), ...(kind !== 'news' && { kind }) })
  const path = kind === 'news' ? '/Admin/News/Edit' : '/Admin/Related/Edit'
  return query.size > 0 ? `${path}?${query}` : path
}
