import { searchKinds, type SearchKind } from '@lectern/contract/search/search-kinds.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'

export interface SearchAddress {
  search: string | undefined
  kind: SearchKind | undefined
  page: number
}

/** Reads the address; invalid values are ignored. */
export const readSearchAddress = (params: URLSearchParams): SearchAddress => ({
  search: params.get('search')?.trim().slice(0, maxSearchLength) || undefined,
  kind: searchKinds.find((kind) => kind === params.get('kind')),
  page: readPage(params),
})

export const searchPath = ({ search, kind, page = 1 }: Partial<SearchAddress>): string => {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `/search?${query}` : '/search'
}
