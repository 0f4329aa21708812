import { defaultPageSize } from '@lectern/contract/pages/page-limits.ts'
import type { Page } from '@lectern/contract/paging.ts'

interface Asked {
  page?: number | undefined
  pageSize?: number | undefined
}

/** One page of a list in memory; the whole list if no page is requested. */
export const pageFrom = <Item>(whole: readonly Item[], { page, pageSize }: Asked): Page<Item> => {
  const isWhole = page === undefined && pageSize === undefined
  const size = isWhole ? Math.max(whole.length, defaultPageSize) : (pageSize ?? defaultPageSize)
  const number = page ?? 1
  const list = whole.slice((number - 1) * size, number * size)
  return { list, total: whole.length, page: number, pageSize: size }
}
