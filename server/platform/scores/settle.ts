import type { CalibrationProblem } from './calibrate.ts'
import { discrepancyOf } from './discrepancy.ts'
import { fixedUnit } from './fixed-point.ts'
import { compareKeys, groupBy, halfUp } from './integers.ts'
import { chairTies, inOrder, numbered, withChair, type ChairTie } from './ranking.ts'
import type { ScoreInput } from './score-input.ts'
import { figuresOf, scoringOf } from './scoring.ts'
import { totalledSheets } from './totals.ts'

export interface SettledRow {
  work: string
  /** Null without a sheet. The figure shown is the figure ranked. */
  score: number | null
  /** Null without a score, and for excluded works. */
  rank: number | null
  isExcluded: boolean
  criteria: Record<string, number | null>
  median: number | null
  tieKeys: (number | null)[]
  /** Keys of sheets. */
  used: string[]
  dropped: string[]
  range: number | null
  isDiscrepant: boolean
  needsThird: boolean
}

export interface Settled {
  problems?: never
  /** By rank, then by key; works without a rank at the end. */
  rows: SettledRow[]
  chairTies: ChairTie[]
  /** How much more than others each expert gives, in hundredths; only with calibration. */
  experts: { expert: string; bias: number }[]
  /** Experts with too few sheets, whose points count as they are; only with calibration. */
  uncalibrated: string[]
  /** Shown with the result. */
  warnings: 'tScores'[]
}

export type Settlement = Settled | { problems: CalibrationProblem[] }

/** The result of a round: follows from its input alone, and is the same wherever it is computed. */
export const settle = (input: ScoreInput): Settlement => {
  const { rules, works } = input
  const sheets = totalledSheets(input)
  const scoring = scoringOf(sheets, rules)
  if (scoring.problems) return scoring
  const sheetsOf = groupBy(sheets, ({ work }) => work)
  const figured = figuresOf(input, scoring)
  const figures = works.map(({ key, excluded }) => {
    const own = sheetsOf.get(key) ?? []
    const work = figured(key, own)
    const totals = own.map(({ total }) => total)
    return {
      ...work,
      shown: work.score,
      score: excluded ? null : work.score,
      isExcluded: excluded,
      ...discrepancyOf(totals, rules.discrepancy),
    }
  })
  const decided = { ties: rules.ties, chair: input.chair }
  const placed = input.arithmetic === 1 ? figures : withChair(figures, decided)
  const ranked = numbered(inOrder(placed, rules.ties), rules.ties)
  return {
    rows: ranked.map(({ key, shown, ...row }) => ({ ...row, work: key, score: shown })),
    chairTies: chairTies(ranked, decided),
    experts: [...(scoring.bias ?? [])]
      .map(([expert, bias]) => ({ expert, bias: halfUp(bias, fixedUnit) }))
      .toSorted((a, b) => compareKeys(a.expert, b.expert)),
    uncalibrated: scoring.uncalibrated,
    warnings: rules.calibration === 'tScores' ? ['tScores'] : [],
  }
}
