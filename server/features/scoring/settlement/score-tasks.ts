import { calibrate, type CalibrationProblem } from '../../../platform/scores/calibrate.ts'
import { goesOn, type GoesOnRule } from '../../../platform/scores/advancement.ts'
import { expertFigures, workIntegrity } from '../../../platform/scores/integrity.ts'
import { leaveOneOut } from '../../../platform/scores/leave-one-out.ts'
import type { ScoreInput } from '../../../platform/scores/score-input.ts'
import { settle, type Settlement } from '../../../platform/scores/settle.ts'
import { totalledSheets } from '../../../platform/scores/totals.ts'

interface Round {
  input: ScoreInput
  /** Null: no work goes on. */
  goesOn: GoesOnRule | null
}

/** Work for the thread. `submitted`: keys of sheets in the order of submission. */
export type ScoreTask = ({ kind: 'settle' } & Round) | ({ kind: 'integrity'; submitted: readonly string[] } & Round)

/** A settlement, and which works go on. */
export interface SettledRound {
  settlement: Settlement
  goingOn: string[]
}

export interface IntegrityFigures {
  experts: ReturnType<typeof expertFigures>
  works: ReturnType<typeof workIntegrity>
  /** The mean of each work that has sheets. */
  means: [work: string, mean: number | null][]
  /** Why scores cannot be calibrated; none if they can. */
  calibrationProblems: CalibrationProblem[]
  /** Without an expert, these many works would cross the border of what goes on. Null: the round cannot be settled. */
  decides: { expert: string; works: number }[] | null
}

/** The scores of a round, and who goes on. */
export const settleRound = ({ input, goesOn: rule }: Round): SettledRound => {
  const settlement = settle(input)
  return { settlement, goingOn: settlement.problems || rule === null ? [] : goesOn(settlement.rows, rule) }
}

const integrityOf = ({ submitted, ...round }: Round & { submitted: readonly string[] }): IntegrityFigures => {
  const { goingOn } = settleRound(round)
  const plain = settle({ ...round.input, rules: { ...round.input.rules, aggregate: 'mean', calibration: 'none' } })
  const without = goingOn.length > 0 ? leaveOneOut(round.input, [goingOn.length]) : []
  return {
    experts: expertFigures(round.input, submitted),
    works: workIntegrity(round.input),
    means: plain.problems ? [] : plain.rows.map(({ work, score }) => [work, score]),
    calibrationProblems: calibrate(totalledSheets(round.input)).problems ?? [],
    decides:
      without?.map(({ expert, changes }) => ({
        expert,
        works: changes.reduce((sum, { rising, falling }) => sum + rising.length + falling.length, 0),
      })) ?? null,
  }
}

/** Called in a thread. */
export const run = (input: unknown): SettledRound | IntegrityFigures => {
  const task = input as ScoreTask
  return task.kind === 'settle' ? settleRound(task) : integrityOf(task)
}
