import { computeList, type ComputedList } from '../ranking/compute-list.ts'
import type { ListInput } from '../ranking/list-input.ts'
import { rankGroups } from '../ranking/order.ts'
import type { CalibrationProblem } from '../../../platform/scores/calibrate.ts'
import type { ScoreInput } from '../../../platform/scores/score-input.ts'
import { settle, type SettledRow } from '../../../platform/scores/settle.ts'
import type { rankingMethods } from '@lectern/contract/results/results.ts'

export type RankingMethod = (typeof rankingMethods)[number]

/** Work for the thread. `scores`: the sheets of each round, in the order of the input. */
export type ListTask =
  | { kind: 'compute'; input: ListInput }
  | { kind: 'rankings'; input: ListInput; scores: readonly ScoreInput[] }

/** Ranks by number of the work, or why there are none. */
export type MethodRanks = { ranks: [work: string, rank: number | null][] } | { problems: CalibrationProblem[] }
export type Rankings = Record<RankingMethod, MethodRanks>

const methods = {
  mean: { aggregate: 'mean', calibration: 'none' },
  trimmed: { aggregate: 'trimmed', calibration: 'none' },
  calibrated: { aggregate: 'mean', calibration: 'additive' },
} as const

/** The order of the same works if every round had computed its scores in this way. */
const ranksBy = (method: RankingMethod, input: ListInput, scores: readonly ScoreInput[]): MethodRanks => {
  const rounds: Map<string, SettledRow>[] = []
  for (const score of scores) {
    const settled = settle({ ...score, rules: { ...score.rules, ...methods[method] } })
    if (settled.problems) return { problems: settled.problems }
    rounds.push(new Map(settled.rows.map((row) => [row.work, row])))
  }
  const works = input.works.map((work) => ({
    ...work,
    rounds: work.rounds.map((figures, at) => {
      const row = figures && rounds[at]!.get(figures.code)
      return row ? { ...figures, score: row.score, tieKeys: row.tieKeys } : figures
    }),
  }))
  const groups = [...rankGroups({ ...input, works }).values()]
  return { ranks: groups.flat().map(({ key, rank }) => [key, rank]) }
}

/** Called in a thread. */
export const run = (input: unknown): ComputedList | Rankings => {
  const task = input as ListTask
  if (task.kind === 'compute') return computeList(task.input)
  return {
    mean: ranksBy('mean', task.input, task.scores),
    trimmed: ranksBy('trimmed', task.input, task.scores),
    calibrated: ranksBy('calibrated', task.input, task.scores),
  }
}
