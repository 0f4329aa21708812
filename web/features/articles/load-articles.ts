import { listPublished } from '@lectern/contract/articles/news.ts'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { LoaderInput } from '../../router/route.ts'
import { readNewsAddress } from './news-address.ts'

/** Loads the list of a kind for an address. */
export const loadArticles = async (kind: ArticleKind, { query, client }: LoaderInput) => {
  const address = { ...readNewsAddress(query), category: undefined }
  const { search, page } = address
  const articles = await client(
    listPublished,
    { query: { kind, search, page: String(page) } },
    { skipErrorHandler: true },
  )
  return { kind, address, articles }
}

export type LoadedArticles = Awaited<ReturnType<typeof loadArticles>>
