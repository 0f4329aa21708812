import { expertsWithFewSheets } from '../../../platform/scores/calibrate.ts'
import type { ScoreInput } from '../../../platform/scores/score-input.ts'

/** The names of the experts of a calibrated round with too few sheets to tell how severe they are. */
export const uncalibratedNames = (
  { rules, sheets }: ScoreInput,
  experts: readonly { id: string; name: string }[],
): string[] => {
  const few = new Set(rules.calibration === 'additive' ? expertsWithFewSheets(sheets) : [])
  return experts.filter(({ id }) => few.has(id)).map(({ name }) => name)
}
