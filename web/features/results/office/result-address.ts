import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'

/** A list as a file. */
export const exportAddress = (id: ResultListId, format: 'xlsx' | 'csv'): string =>
  `/api/results/lists/${id}/export?format=${format}`

/** The results of an activity, at one of their tabs, and at an earlier list. */
export const resultAddress = (id: ActivityId, tab?: string, list?: ResultListId): string => {
  const query = new URLSearchParams({ ...(tab && { tab }), ...(list && { list }) })
  return query.size > 0 ? `/Admin/Result/${id}?${query}` : `/Admin/Result/${id}`
}

/** A list on paper. */
export const printAddress = (list: ResultListId): string => `/Admin/Result/Print?id=${list}`
