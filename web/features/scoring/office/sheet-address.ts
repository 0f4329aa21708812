import type { RoundId } from '@lectern/contract/ids.ts'

/** All sheets of a round as a file. */
export const exportAddress = (id: RoundId, format: 'xlsx' | 'csv'): string =>
  `/api/rounds/${id}/sheets/export?format=${format}`

/** The score sheets to print. */
export const printAddress = (id: RoundId): string => `/Admin/Review/Print?id=${id}`
