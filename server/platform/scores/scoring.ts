import { aggregate, aggregateValues, type Aggregated } from './aggregate.ts'
import { calibrate, type CalibrationProblem } from './calibrate.ts'
import { fixedMean, fixedUnit } from './fixed-point.ts'
import { loosePlaces, tieKeysOf, type Placed } from './ranking.ts'
import type { ScoreInput, ScoreRules } from './score-input.ts'
import { tScores } from './t-scores.ts'
import { highestTotal, type TotalledSheet } from './totals.ts'

/** How the sheets of one work become its score, under the rules of a round. */
export interface Scoring {
  problems?: never
  scoreOf: (sheets: readonly TotalledSheet[]) => Aggregated
  /** How much more than others each expert gives, in units of `fixedUnit`; only with calibration. */
  bias: ReadonlyMap<string, number> | null
  /** Experts with too few sheets to be calibrated. */
  uncalibrated: string[]
}

const scoreAdjusted =
  (valueOf: (sheet: TotalledSheet) => number, highest: number): Scoring['scoreOf'] =>
  (sheets) => ({ ...aggregate(sheets, 'mean'), score: fixedMean(sheets.map(valueOf), highest) })

/** Needs all sheets of the round: they tell how severe each expert is. */
export const scoringOf = (
  sheets: readonly TotalledSheet[],
  { aggregate: method, calibration, criteria }: ScoreRules,
): Scoring | { problems: CalibrationProblem[] } => {
  if (calibration === 'none') return { scoreOf: (own) => aggregate(own, method), bias: null, uncalibrated: [] }
  const highest = highestTotal(criteria)
  if (calibration === 'tScores') {
    const values = tScores(sheets)
    return { scoreOf: scoreAdjusted(({ key }) => values.get(key)!, highest), bias: null, uncalibrated: [] }
  }
  const calibrated = calibrate(sheets)
  if (calibrated.problems) return calibrated
  const { bias, uncalibrated } = calibrated
  return {
    scoreOf: scoreAdjusted(({ total, expert }) => total * fixedUnit - bias.get(expert)!, highest),
    bias,
    uncalibrated,
  }
}

/** A work as it is ranked. */
export interface FiguredWork extends Placed {
  /**
   * The aggregate of each criterion. It is taken of that criterion alone, whichever sheets the score has dropped: otherwise more points could
   * get a sheet dropped and so lower the rank.
   */
  criteria: Record<string, number | null>
  median: number | null
}

/** Figures a work from its sheets alone. */
export const figuresOf = (
  { rules, chair }: Pick<ScoreInput, 'rules' | 'chair'>,
  { scoreOf }: Scoring,
): ((key: string, sheets: readonly TotalledSheet[]) => FiguredWork & Pick<Aggregated, 'used' | 'dropped'>) => {
  const places = loosePlaces(chair)
  return (key, sheets) => {
    const { score, used, dropped } = scoreOf(sheets)
    const criteria = Object.fromEntries(
      rules.criteria.map(({ id }) => [
        id,
        aggregateValues(
          sheets.map(({ points }) => points[id]!),
          rules.aggregate,
        ),
      ]),
    )
    const median = aggregateValues(
      sheets.map(({ total }) => total),
      'median',
    )
    return {
      key,
      score,
      criteria,
      median,
      used,
      dropped,
      tieKeys: tieKeysOf({ key, criteria, median }, rules.ties, places),
    }
  }
}
