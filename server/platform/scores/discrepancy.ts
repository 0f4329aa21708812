/** How far the totals of a work are apart; null without a sheet. */
export const rangeOf = (totals: readonly number[]): number | null => {
  if (totals.length === 0) return null
  let [lowest, highest] = [totals[0]!, totals[0]!]
  for (const total of totals) {
    if (total < lowest) lowest = total
    if (total > highest) highest = total
  }
  return highest - lowest
}

/** Whether somebody else looks at totals that are too far apart. */
export type DiscrepancyStanding = 'open' | 'judging' | 'resolved'

interface Third {
  isAssigned: boolean
  hasSheet: boolean
}

/** How far the totals of a work are from being settled; null: they are close enough. A further sheet settles it. */
export const discrepancyStanding = (
  range: number | null,
  threshold: number | null,
  { isAssigned, hasSheet }: Third,
): DiscrepancyStanding | null => {
  if (threshold === null || range === null || range <= threshold) return null
  if (hasSheet) return 'resolved'
  return isAssigned ? 'judging' : 'open'
}

export interface Discrepancy {
  range: number | null
  /** The range is above the threshold. Exactly the threshold is allowed. */
  isDiscrepant: boolean
  /** There are only two sheets, which disagree: a third expert is to decide. */
  needsThird: boolean
}

export const discrepancyOf = (totals: readonly number[], threshold: number | null): Discrepancy => {
  const range = rangeOf(totals)
  const isDiscrepant = threshold !== null && range !== null && range > threshold
  return { range, isDiscrepant, needsThird: isDiscrepant && totals.length < 3 }
}
