import type { RoundId } from '@lectern/contract/ids.ts'

/** The page of a round, at one of its tabs. */
export const roundAddress = (id: RoundId, tab?: string): string =>
  tab ? `/Admin/Review/${id}?tab=${tab}` : `/Admin/Review/${id}`
