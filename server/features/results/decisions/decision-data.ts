import type { WorkId } from '@lectern/contract/ids.ts'
import type { DecisionData } from '../tables.ts'

/** The works that a decision is about; of a tie in the order that was decided. */
export const worksOfDecision = ({ data }: { data: DecisionData }): WorkId[] =>
  'works' in data ? data.works : [data.work]

/** The prize of an adjustment; undefined: it is none. */
export const prizeOfDecision = ({ data }: { data: DecisionData }): string | null | undefined =>
  'prize' in data ? data.prize : undefined
