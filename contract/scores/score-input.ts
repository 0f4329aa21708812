import { canonicalJson } from '../canonical-json.ts'
import { compareKeys } from './integers.ts'

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

export type ScoreInput = {
  rules: ScoreRules
  works: readonly ScoredWork[]
  sheets: readonly ScoreSheet[]
  /** The chair's recorded decisions, oldest first: works that were tied, the best first. A newer decision replaces older ones about the same work. */
  chair: readonly (readonly string[])[]
}

/** Changes when the same input would give another result: an old result is recomputed with the program of its time. */
const arithmeticVersion = 1

/** The one way to write the input of a round: its hash stands for all of it. The order of works and sheets makes no difference. */
export const scoreInputText = ({ rules, works, sheets, chair }: ScoreInput): string =>
  canonicalJson({
    arithmetic: arithmeticVersion,
    rules,
    works: works.toSorted((a, b) => compareKeys(a.key, b.key)),
    sheets: sheets.toSorted((a, b) => compareKeys(a.key, b.key)),
    chair,
  })
