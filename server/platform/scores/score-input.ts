import { canonicalJson } from '@lectern/contract/canonical-json.ts'
import { compareKeys } from './integers.ts'
import type { RecordedOrder } from './recorded-orders.ts'

// Everything that the result of a round follows from. All points are integers of hundredths: 87.5 points are 8750.

/** `trimmed`: with five or more sheets the highest and the lowest are dropped. */
export const aggregateMethods = ['mean', 'trimmed', 'median'] as const
export type AggregateMethod = (typeof aggregateMethods)[number]

/**
 * How sheets of severe and of mild experts are made comparable. The score is then the mean of the adjusted sheets, and the aggregate counts
 * for criteria alone. `tScores` wreck the order of works that were not dealt at random.
 */
export const calibrations = ['none', 'additive', 'tScores'] as const
export type CalibrationMethod = (typeof calibrations)[number]

/** What decides between works with the same score: the higher aggregate of a criterion, the higher median, the chair. */
export type TieRule = { by: 'criterion'; criterion: string } | { by: 'median' } | { by: 'chair' }

// Types, not interfaces: only those can be written as canonical JSON.
export type ScoreCriterion = { id: string; max: number }

export type ScoreRules = {
  criteria: readonly ScoreCriterion[]
  aggregate: AggregateMethod
  calibration: CalibrationMethod
  /** In this order; works that are still equal share a rank. */
  ties: readonly TieRule[]
  /** Totals of a work that are further apart than this are a discrepancy. Null: none is. */
  discrepancy: number | null
}

/** An excluded work (disqualified) has no rank; its sheets still tell how severe experts are, so that nobody else's score changes. */
export type ScoredWork = { key: string; excluded: boolean }

/** A submitted sheet: points for every criterion. */
export type ScoreSheet = { key: string; work: string; expert: string; points: Readonly<Record<string, number>> }

/** Changes when the same input would give another result. In the first one a recorded order also decided ties that it was not made for. */
export type Arithmetic = 1 | 2
export const currentArithmetic = 2

export type ScoreInput = {
  /** Absent: the current one. */
  arithmetic?: Arithmetic
  rules: ScoreRules
  works: readonly ScoredWork[]
  sheets: readonly ScoreSheet[]
  /** The chair's recorded decisions, the oldest first. Each holds for exactly the tie that it was made for; of several the newest does. */
  chair: readonly RecordedOrder[]
}

/** The one way to write the input of a round: its hash stands for all of it. The order of works and sheets makes no difference. */
export const scoreInputText = ({ rules, works, sheets, chair }: ScoreInput): string =>
  canonicalJson({
    arithmetic: currentArithmetic,
    rules,
    works: works.toSorted((a, b) => compareKeys(a.key, b.key)),
    sheets: sheets.toSorted((a, b) => compareKeys(a.key, b.key)),
    chair,
  })

/** Orders as they were written: the first arithmetic did not know which decision they were. */
export const readOrders = (orders: readonly (RecordedOrder | readonly string[])[]): RecordedOrder[] =>
  orders.map((order, at) => ('works' in order ? order : { id: String(at), works: order }))

export const requireArithmetic = (number: number): Arithmetic => {
  if (number !== 1 && number !== currentArithmetic) throw new Error(`arithmetic ${number} is not known here`)
  return number
}

/** The input as it was written. Throws if another arithmetic is needed. */
export const readScoreInput = (text: string): ScoreInput => {
  const { arithmetic, chair, ...input } = JSON.parse(text) as ScoreInput & { arithmetic: number }
  return { ...input, arithmetic: requireArithmetic(arithmetic), chair: readOrders(chair) }
}
