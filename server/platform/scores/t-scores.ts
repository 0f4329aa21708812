import { fixedUnit } from './fixed-point.ts'
import { groupBy, halfUpBig, squareRoot } from './integers.ts'

/** How many times as exact as whole numbers the square root is. */
const rootScale = 10n ** 15n
const middle = 5000 * fixedUnit
const deviation = 1000n * BigInt(fixedUnit)

export interface SheetOfExpert {
  key: string
  expert: string
  total: number
}

/** `n² · variance`: a whole number. */
export const scaledVariance = (totals: readonly number[]): bigint => {
  const sum = BigInt(totals.reduce((sofar, total) => sofar + total, 0))
  const squares = BigInt(totals.reduce((sofar, total) => sofar + total * total, 0))
  return BigInt(totals.length) * squares - sum * sum
}

/**
 * Each total compared with the expert's other totals: 50 + 10 · (x − μ) / σ, in units of `fixedUnit`, by sheet. An expert whose totals are
 * all equal gets 50 for each. Only right where works are dealt at random: an expert with the best works gives them the same figures as one
 * with the worst. Screens warn of it.
 */
export const tScores = (sheets: readonly SheetOfExpert[]): ReadonlyMap<string, number> => {
  const scores = new Map<string, number>()
  for (const own of groupBy(sheets, ({ expert }) => expert).values()) {
    const totals = own.map(({ total }) => total)
    const sum = totals.reduce((sofar, total) => sofar + total, 0)
    const root = squareRoot(scaledVariance(totals) * rootScale * rootScale)
    for (const { key, total } of own) {
      const distance = BigInt(own.length * total - sum)
      scores.set(key, middle + (root === 0n ? 0 : halfUpBig(deviation * distance * rootScale, root)))
    }
  }
  return scores
}
