import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'

/** A file, not a page. */
export const resultSheetAddress = (id: string): string => `/api/public/results/${id}/export`

/** The text that its fingerprint is made of. */
export const listTextAddress = (id: string): string => `/api/public/publicity/${id}/text`

/** What a list is filtered by, in the address. */
export interface ResultAddress {
  prize: string | undefined
  group: string | undefined
  province: string | undefined
  school: string | undefined
  search: string | undefined
  page: number
}

const maxLengths = { prize: 40, group: 40, province: 20, school: maxSearchLength, search: maxSearchLength } as const
type Filter = keyof typeof maxLengths
export const resultFilters = Object.keys(maxLengths) as Filter[]

/** Reads the address; what is too long is cut. */
export const readResultAddress = (params: URLSearchParams): ResultAddress => {
  const read = (name: Filter): string | undefined => params.get(name)?.trim().slice(0, maxLengths[name]) || undefined
  return {
    prize: read('prize'),
    group: read('group'),
    province: read('province'),
    school: read('school'),
    search: read('search'),
    page: readPage(params),
  }
}

export const isFiltered = (address: ResultAddress): boolean => resultFilters.some((name) => address[name] !== undefined)

/** Defaults are left out, so that each list has one address. */
export const filteredPath = (path: string, { page = 1, ...filters }: Partial<ResultAddress>): string => {
  const query = new URLSearchParams()
  for (const name of resultFilters) if (filters[name]) query.set(name, filters[name])
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}
