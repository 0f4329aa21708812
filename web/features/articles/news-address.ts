import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { newsCategories, type NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'

/** State of a list of news in the address. */
export interface NewsAddress {
  category: NewsCategory | undefined
  search: string | undefined
  page: number
}

/** Reads the address; invalid values are ignored. */
export const readNewsAddress = (params: URLSearchParams): NewsAddress => ({
  category: newsCategories.find((category) => category === params.get('category')),
  search: params.get('search')?.trim().slice(0, maxSearchLength) || undefined,
  page: readPage(params),
})

/** The path of a list; defaults are left out, so that each list has one address. */
export const listPath = (home: string, { category, search, page = 1 }: Partial<NewsAddress>): string => {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `${home}?${query}` : home
}

export const newsPath = (address: Partial<NewsAddress>): string => listPath(articleHomes.news, address)

/** Articles of all kinds share one path. */
export const articlePath = (id: NewsId): string => `/News/${id}`
