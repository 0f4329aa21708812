import type { ActivityId, InstitutionId } from '@lectern/contract/ids.ts'

/** The page on which officers work on the list of their institution. */
export const listAddress = (activity: ActivityId, institution: InstitutionId): string =>
  `/Institution?institution=${institution}&activity=${activity}`

/** The page on which a province looks after the lists of its schools. */
export const belowAddress = (activity: ActivityId, province: InstitutionId): string =>
  `/Institution/Below?institution=${province}&activity=${activity}`
