import type { Aggregate } from '@lectern/contract/review/review-values.ts'
import type { GoesOn, RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import type { GoesOnRule } from './advancement.ts'
import type { AggregateMethod, CalibrationMethod, ScoreRules } from './score-input.ts'

const methods: Record<Aggregate, { aggregate: AggregateMethod; calibration: CalibrationMethod }> = {
  mean: { aggregate: 'mean', calibration: 'none' },
  trimmed: { aggregate: 'trimmed', calibration: 'none' },
  calibrated: { aggregate: 'mean', calibration: 'additive' },
  tScore: { aggregate: 'mean', calibration: 'tScores' },
}

/** The rules of a round as the arithmetic of scores takes them. */
export const scoreRulesOf = ({ kind, criteria, aggregate, ties, discrepancy }: RoundRules): ScoreRules => ({
  // In advice rounds experts only comment.
  criteria: kind === 'scored' ? criteria.map(({ id, max }) => ({ id, max })) : [],
  ...methods[aggregate],
  ties: ties.map((tie) => (tie.kind === 'criterion' ? { by: 'criterion', criterion: tie.id } : { by: tie.kind })),
  discrepancy,
})

/** Null: no work goes on. */
export const goesOnRuleOf = (rule: GoesOn): GoesOnRule | null => {
  switch (rule.kind) {
    case 'none':
      return null
    case 'top':
      return { top: rule.count }
    case 'percent':
      return { perMille: rule.percent * 10 }
    case 'score':
      return { minScore: rule.min }
  }
}
