import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { readPage } from '../../ui/page-numbers.ts'

/** State of the list of experts in the address. */
export interface ExpertAddress {
  field: ExpertField | undefined
  search: string | undefined
  page: number
}

/** Reads the address; invalid values are ignored. */
export const readExpertAddress = (query: URLSearchParams): ExpertAddress => ({
  field: expertFields.find((field) => field === query.get('field')),
  search: query.get('search')?.trim().slice(0, maxSearchLength) || undefined,
  page: readPage(query),
})

/** The path of the list; defaults are left out, so that each list has one address. */
export const expertPath = ({ field, search, page = 1 }: Partial<ExpertAddress>): string => {
  const query = new URLSearchParams({
    ...(field && { field }),
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `/Expert?${query}` : '/Expert'
}
