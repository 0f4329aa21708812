import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { scoreRulesOf } from '../../../platform/scores/round-scores.ts'
import type { RecordedOrder } from '../../../platform/scores/recorded-orders.ts'
import { settle } from '../../../platform/scores/settle.ts'
import type { Scores } from '../tables.ts'

export interface PanelSheets {
  code: string
  /** What was submitted last by everybody whose sheet counts. */
  sheets: readonly { key: string; expert: string; scores: Scores }[]
}

interface PanelRow {
  score: number | null
  rank: number | null
  isDiscrepant: boolean
}

export interface PanelResult {
  rows: ReadonlyMap<string, PanelRow>
  /** Works that only the chair can put in order; in the decided order, if there is one. */
  ties: { codes: string[]; isDecided: boolean }[]
}

/** What follows from the sheets of a panel. `decisions`: the chair's orders, the oldest first. */
export const resultOf = (
  rules: RoundRules,
  works: readonly PanelSheets[],
  decisions: readonly RecordedOrder[],
): PanelResult => {
  const settled = settle({
    // Calibration needs the sheets of the whole round: in a panel the plain mean stands for it.
    rules: { ...scoreRulesOf(rules), calibration: 'none' },
    works: works.map(({ code }) => ({ key: code, excluded: false })),
    sheets: works.flatMap(({ code, sheets }) =>
      sheets.map(({ key, expert, scores }) => ({ key, work: code, expert, points: scores })),
    ),
    chair: decisions,
  })
  if (settled.problems) throw new Error('without calibration there is always a result')
  return {
    rows: new Map(settled.rows.map(({ work, score, rank, isDiscrepant }) => [work, { score, rank, isDiscrepant }])),
    ties: settled.chairTies.map(({ works: codes, state }) => ({ codes, isDecided: state === 'decided' })),
  }
}
