import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import type { ScoreInput, TieRule } from './score-input.ts'
import { settle } from './settle.ts'

// Rounds in which nearly everything is equal: ranks hang on single points, and on the rules for ties.

const ties: TieRule[][] = [
  [{ by: 'criterion', criterion: 'idea' }],
  [{ by: 'criterion', criterion: 'form' }, { by: 'median' }],
  [{ by: 'median' }, { by: 'criterion', criterion: 'idea' }],
]

const closeRounds = fc
  .record({
    aggregate: fc.constantFrom('mean' as const, 'trimmed' as const),
    ties: fc.constantFrom(...ties),
    sheets: fc.array(fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 5, maxLength: 6 }), {
      minLength: 2,
      maxLength: 3,
    }),
  })
  .map(({ aggregate, ties: order, sheets }): ScoreInput => ({
    rules: {
      criteria: [
        { id: 'idea', max: 5_000 },
        { id: 'form', max: 5_000 },
      ],
      aggregate,
      calibration: 'none',
      ties: order,
      discrepancy: null,
    },
    works: sheets.map((_, work) => ({ key: `w${work}`, excluded: false })),
    sheets: sheets.flatMap((own, work) =>
      own.map(([idea, form], expert) => ({
        key: `w${work}-e${expert}`,
        work: `w${work}`,
        expert: `e${expert}`,
        points: { idea: idea * 100, form: form * 100 },
      })),
    ),
    chair: [],
  }))

const rankOf = (input: ScoreInput, work: string): number => {
  const settled = settle(input)
  if (settled.problems) throw new Error('without calibration there is always a result')
  return settled.rows.find((row) => row.work === work)!.rank!
}

test('where nearly everything is equal, more points never lower the rank of a work', () => {
  fc.assert(
    fc.property(
      closeRounds,
      fc.nat(),
      fc.constantFrom('idea', 'form'),
      fc.constantFrom(100, 200, 300),
      (input, at, id, more) => {
        const raised = input.sheets[at % input.sheets.length]!
        const points = { ...raised.points, [id]: raised.points[id]! + more }
        const sheets = input.sheets.map((each) => (each === raised ? { ...each, points } : each))
        expect(rankOf({ ...input, sheets }, raised.work)).toBeLessThanOrEqual(rankOf(input, raised.work))
      },
    ),
    propertyRuns(5_000),
  )
})
