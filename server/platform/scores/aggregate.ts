import { compareKeys, halfUp } from './integers.ts'
import type { AggregateMethod } from './score-input.ts'

/** With so many sheets the highest and the lowest are dropped. */
export const leastForTrimming = 5

const ascending = (a: number, b: number): number => a - b

const meanOf = (values: readonly number[]): number =>
  halfUp(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  )

const medianOf = (sorted: readonly number[]): number => {
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : halfUp(sorted[middle - 1]! + sorted[middle]!, 2)
}

/** One figure for several, rounded half up once; null for none. */
export const aggregateValues = (values: readonly number[], method: AggregateMethod): number | null => {
  if (values.length === 0) return null
  if (method === 'mean') return meanOf(values)
  const sorted = values.toSorted(ascending)
  if (method === 'median') return medianOf(sorted)
  return meanOf(sorted.length >= leastForTrimming ? sorted.slice(1, -1) : sorted)
}

export interface Aggregated {
  score: number | null
  /** Keys of the sheets that count, and of those that are dropped, in order. */
  used: string[]
  dropped: string[]
  count: number
}

/** The score of a work from the totals of its valid sheets. Of equal sheets the first key is the lowest one, the last key the highest. */
export const aggregate = (sheets: readonly { key: string; total: number }[], method: AggregateMethod): Aggregated => {
  const sorted = sheets.toSorted((a, b) => a.total - b.total || compareKeys(a.key, b.key))
  const isTrimmed = method === 'trimmed' && sorted.length >= leastForTrimming
  const used = isTrimmed ? sorted.slice(1, -1) : sorted
  const dropped = isTrimmed ? [sorted[0]!, sorted.at(-1)!] : []
  const keysOf = (list: readonly { key: string }[]): string[] => list.map(({ key }) => key).toSorted(compareKeys)
  return {
    score: aggregateValues(
      sheets.map(({ total }) => total),
      method,
    ),
    used: keysOf(used),
    dropped: keysOf(dropped),
    count: sheets.length,
  }
}
