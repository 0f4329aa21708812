/** Which works go on to the next round. A work must meet everything that is given; if nothing is, every work with a rank goes on. */
export interface GoesOnRule {
  /** The first so many. */
  top?: number
  /** The first so many of a thousand works, rounded up: 100 (10 %) of 27 works are 3. */
  perMille?: number
  /** At least this score. */
  minScore?: number
}

/** So many of a thousand, rounded up. */
export const shareOf = (count: number, perMille: number): number => Math.ceil((count * perMille) / 1000)

/** Keys of the works that go on, in the order given. Works that share the last rank go on together. Shares are of all works that are not excluded. */
export const goesOn = (
  rows: readonly { work: string; rank: number | null; score: number | null; isExcluded: boolean }[],
  { top, perMille, minScore }: GoesOnRule,
): string[] => {
  const count = rows.filter(({ isExcluded }) => !isExcluded).length
  const last = Math.min(top ?? Infinity, perMille === undefined ? Infinity : shareOf(count, perMille))
  return rows
    .filter(
      ({ rank, score }) =>
        rank !== null && score !== null && rank <= last && (minScore === undefined || score >= minScore),
    )
    .map(({ work }) => work)
}
