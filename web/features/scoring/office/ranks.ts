/** How many ranks better (positive) or worse a work stands than under the plain mean; undefined: one of them is not known. */
export const shiftOf = (mean: number | null, other: number | null): number | undefined =>
  mean === null || other === null ? undefined : mean - other

type SortOrder = 'ascend' | 'descend' | null | undefined

/** Compares rows by a number. Rows without one come last, in both directions. */
export const byNumber =
  <Row>(valueOf: (row: Row) => number | null) =>
  (one: Row, other: Row, order?: SortOrder): number => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first !== null && second !== null) return first - second
    if (first === second) return 0
    const last = first === null ? 1 : -1
    return order === 'descend' ? -last : last
  }

/** The largest distance from 0, for bars that share one scale. */
export const largestOf = (values: readonly (number | null)[]): number =>
  Math.max(1, ...values.map((value) => Math.abs(value ?? 0)))
