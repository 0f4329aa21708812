import { discrepancyOf } from './discrepancy.ts'
import { compareKeys, groupBy, halfUp, halfUpBig, squareRoot } from './integers.ts'
import type { AggregateMethod, CalibrationMethod, ScoreInput } from './score-input.ts'
import { settle } from './settle.ts'
import { scaledVariance } from './t-scores.ts'
import { totalledSheets, type TotalledSheet } from './totals.ts'

// What organisers look at before they trust a result. It judges nobody: figures that stand out are a reason to ask.

export interface ExpertFigures {
  expert: string
  count: number
  mean: number
  /** The standard deviation of all totals of the expert. */
  spread: number
  /** How much more than the others' mean on the same works the expert gives; null if no work has another expert. */
  severity: number | null
  /** The most equal totals one after the other. */
  longestRun: number
}

const sumOf = (totals: readonly number[]): number => totals.reduce((sum, total) => sum + total, 0)

/** Rounded half up, exactly: the whole root of four times the square tells on which side of a half the spread is. */
const spreadOf = (totals: readonly number[]): number =>
  halfUpBig(squareRoot(scaledVariance(totals) * 4n), BigInt(totals.length) * 2n)

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

interface WorkSum {
  sum: number
  count: number
}

/** The mean of x − (mean of the others), as one exact fraction. */
const severityOf = (own: readonly TotalledSheet[], sums: ReadonlyMap<string, WorkSum>): number | null => {
  // Differences to the mean of so many others are added up first.
  const differences = new Map<number, number>()
  let compared = 0
  for (const { work, total } of own) {
    const { sum, count } = sums.get(work)!
    if (count < 2) continue
    compared += 1
    differences.set(count - 1, (differences.get(count - 1) ?? 0) + count * total - sum)
  }
  if (compared === 0) return null
  let [numerator, denominator] = [0n, 1n]
  for (const [others, difference] of differences) {
    const divisor = BigInt(others)
    const common = (denominator / greatestDivisor(denominator, divisor)) * divisor
    numerator = numerator * (common / denominator) + BigInt(difference) * (common / divisor)
    denominator = common
  }
  return halfUpBig(numerator, denominator * BigInt(compared))
}

const longestRun = (totals: readonly number[]): number => {
  let [longest, run] = [0, 0]
  for (const [at, total] of totals.entries()) {
    run = at > 0 && totals[at - 1] === total ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** Figures of each expert, by key. `submitted`: keys of all sheets in the order in which they were submitted. */
export const expertFigures = (input: ScoreInput, submitted: readonly string[]): ExpertFigures[] => {
  const position = new Map(submitted.map((key, at) => [key, at]))
  const sheets = totalledSheets(input).toSorted((a, b) => (position.get(a.key) ?? 0) - (position.get(b.key) ?? 0))
  const sums = new Map<string, WorkSum>()
  for (const [work, own] of groupBy(sheets, (sheet) => sheet.work))
    sums.set(work, { sum: sumOf(own.map(({ total }) => total)), count: own.length })
  return [...groupBy(sheets, ({ expert }) => expert)]
    .map(([expert, own]) => {
      const totals = own.map(({ total }) => total)
      return {
        expert,
        count: own.length,
        mean: halfUp(sumOf(totals), own.length),
        spread: spreadOf(totals),
        severity: severityOf(own, sums),
        longestRun: longestRun(totals),
      }
    })
    .toSorted((a, b) => compareKeys(a.expert, b.expert))
}

export interface WorkIntegrity {
  work: string
  range: number | null
  isDiscrepant: boolean
  /** The rank under each way to compute scores; null without one. `calibrated` is null too where calibration is refused. */
  ranks: { mean: number | null; trimmed: number | null; calibrated: number | null }
}

const ranksUnder = (
  input: ScoreInput,
  aggregate: AggregateMethod,
  calibration: CalibrationMethod,
): ReadonlyMap<string, number | null> => {
  const settled = settle({ ...input, rules: { ...input.rules, aggregate, calibration } })
  const rows = settled.problems ? [] : settled.rows
  return new Map(rows.map(({ work, rank }) => [work, rank]))
}

/** How far the experts disagree about each work, and how much its rank depends on the way to compute it; by key. */
export const workIntegrity = (input: ScoreInput): WorkIntegrity[] => {
  const mean = ranksUnder(input, 'mean', 'none')
  const trimmed = ranksUnder(input, 'trimmed', 'none')
  const calibrated = ranksUnder(input, input.rules.aggregate, 'additive')
  const sheetsOf = groupBy(totalledSheets(input), ({ work }) => work)
  return input.works
    .map(({ key }) => {
      const totals = (sheetsOf.get(key) ?? []).map(({ total }) => total)
      const { range, isDiscrepant } = discrepancyOf(totals, input.rules.discrepancy)
      const rankIn = (ranks: ReadonlyMap<string, number | null>): number | null => ranks.get(key) ?? null
      return {
        work: key,
        range,
        isDiscrepant,
        ranks: { mean: rankIn(mean), trimmed: rankIn(trimmed), calibrated: rankIn(calibrated) },
      }
    })
    .toSorted((a, b) => compareKeys(a.work, b.work))
}
