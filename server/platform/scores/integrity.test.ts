import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import { expertFigures, workIntegrity } from './integrity.ts'
import { leaveOneOut } from './leave-one-out.ts'
import type { CalibrationMethod, ScoreInput, ScoreRules } from './score-input.ts'
import { settle } from './settle.ts'

const rules: ScoreRules = {
  criteria: [{ id: 'all', max: 10_000 }],
  aggregate: 'mean',
  calibration: 'none',
  ties: [],
  discrepancy: 1500,
}

/** Totals by work, in the order of the experts; null: no sheet. */
const round = (totals: Record<string, (number | null)[]>, changes: Partial<ScoreRules> = {}): ScoreInput => ({
  rules: { ...rules, ...changes },
  works: Object.keys(totals).map((key) => ({ key, excluded: false })),
  sheets: Object.entries(totals).flatMap(([work, list]) =>
    list.flatMap((all, at) =>
      all === null ? [] : [{ key: `${work}-e${at + 1}`, work, expert: `e${at + 1}`, points: { all } }],
    ),
  ),
  chair: [],
})

test('figures of experts say how many, how high, how far apart and how severe', () => {
  const input = round({ a: [8000, 9000, 8500], b: [7000, 7000, null], c: [7000, null, null], d: [null, null, 5001] })
  const submitted = ['a-e1', 'b-e1', 'c-e1', 'a-e2', 'b-e2', 'a-e3', 'd-e3']
  expect(expertFigures(input, submitted)).toEqual([
    // (−750 + 0) / 2; σ of 8000, 7000, 7000 is 471.4.
    { expert: 'e1', count: 3, mean: 7333, spread: 471, severity: -375, longestRun: 2 },
    // (750 + 0) / 2.
    { expert: 'e2', count: 2, mean: 8000, spread: 1000, severity: 375, longestRun: 1 },
    // σ is 1749.5, rounded half up; only work a has others.
    { expert: 'e3', count: 2, mean: 6751, spread: 1750, severity: 0, longestRun: 1 },
  ])
})

test('runs of equal totals are counted in the order of submission', () => {
  const input = round({ a: [8000], b: [7000], c: [8000], d: [8000], e: [7000] })
  const runs = (submitted: string[]): number =>
    expertFigures(
      input,
      submitted.map((work) => `${work}-e1`),
    )[0]!.longestRun
  expect(runs(['a', 'b', 'c', 'e', 'd'])).toBe(1)
  expect(runs(['a', 'b', 'c', 'd', 'e'])).toBe(2)
  expect(runs(['b', 'a', 'c', 'd', 'e'])).toBe(3)
})

test('an expert who is alone has no severity', () => {
  expect(expertFigures(round({ a: [8000] }), [])).toEqual([
    { expert: 'e1', count: 1, mean: 8000, spread: 0, severity: null, longestRun: 1 },
  ])
})

test('works show their range, and their rank under each way to compute scores', () => {
  const input = round({
    a: [9000, 8000, 8000, 8000, 3000],
    b: [7800, 7800, 7800, 7800, 7800],
    c: [1000, 1000, 1000, 1000, 1000],
    d: [2000, 2000, 2000, 2000, 2000],
    e: [500, 500, 500, 500, 500],
  })
  expect(workIntegrity(input).slice(0, 2)).toEqual([
    { work: 'a', range: 6000, isDiscrepant: true, ranks: { mean: 2, trimmed: 1, calibrated: 2 } },
    { work: 'b', range: 0, isDiscrepant: false, ranks: { mean: 1, trimmed: 2, calibrated: 1 } },
  ])
  const small = workIntegrity(round({ a: [1, 2], b: [null, null] }))
  expect(small.map(({ ranks }) => ranks)).toEqual([
    { mean: 1, trimmed: 1, calibrated: 1 },
    { mean: null, trimmed: null, calibrated: null },
  ])
})

test('an expert whose sheets alone decide a prize is named with the works', () => {
  const input = round({ a: [8000, 8000, 8000], b: [7900, 7900, 9000], c: [1000, 1000, 1000] })
  expect(leaveOneOut(input, [1, 2, 10])).toEqual([
    { expert: 'e1', changes: [] },
    { expert: 'e2', changes: [] },
    { expert: 'e3', changes: [{ border: 1, rising: ['a'], falling: ['b'] }] },
  ])
})

test('in a calibrated round an expert is left out too, while the others keep their biases', () => {
  // The third expert is as mild with b as severe with c, and so has no bias.
  const totals = { a: [8000, 8000, 8000], b: [7900, 7900, 8500], c: [5000, 5000, 4400], d: [1, 1, 1], e: [0, 0, 0] }
  const input = round(totals, { calibration: 'additive' })
  const settled = settle(input)
  expect(settled.problems ?? settled.experts.map(({ bias }) => bias)).toEqual([0, 0, 0])
  expect(leaveOneOut(input, [1])).toEqual([
    { expert: 'e1', changes: [] },
    { expert: 'e2', changes: [] },
    { expert: 'e3', changes: [{ border: 1, rising: ['a'], falling: ['b'] }] },
  ])
})

test('a work of which no sheet is left falls below every border', () => {
  expect(leaveOneOut(round({ a: [8000, null], b: [null, 7000] }), [1])).toEqual([
    { expert: 'e1', changes: [{ border: 1, rising: ['b'], falling: ['a'] }] },
    { expert: 'e2', changes: [] },
  ])
})

test('a round that cannot be settled has no prizes to change', () => {
  const halves = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`w${at}`, at < 5 ? [1, null] : [null, 1]] as const),
  )
  expect(leaveOneOut(round(halves, { calibration: 'additive' }), [1])).toBe(null)
})

const total = fc.option(
  fc.integer({ min: 0, max: 6 }).map((count) => 7000 + count * 50),
  { freq: 4 },
)
const randomRounds = fc
  .record({ experts: fc.integer({ min: 1, max: 6 }), works: fc.integer({ min: 1, max: 8 }) })
  .chain(({ experts, works }) =>
    fc.array(fc.array(total, { minLength: experts, maxLength: experts }), { minLength: works, maxLength: works }),
  )

test('leaving an expert out gives what settling without their sheets gives', () => {
  fc.assert(
    fc.property(
      randomRounds,
      fc.constantFrom<CalibrationMethod>('none', 'tScores'),
      fc.constantFrom('mean', 'trimmed', 'median'),
      fc.uniqueArray(fc.nat(9), { maxLength: 3 }),
      fc.boolean(),
      (lists, calibration, aggregate, borders, hasExcluded) => {
        const totals = Object.fromEntries(lists.map((list, at) => [`w${at}`, list]))
        const plain = round(totals, { calibration, aggregate, ties: [{ by: 'median' }] })
        const works = plain.works.map(({ key }) => ({ key, excluded: hasExcluded && key === 'w1' }))
        const input = { ...plain, works }
        const above = (sheets: ScoreInput['sheets'], border: number): string[] => {
          const settled = settle({ ...input, sheets })
          if (settled.problems) throw new Error('refused')
          return settled.rows.filter(({ rank }) => rank !== null && rank <= border).map(({ work }) => work)
        }
        const experts = [...new Set(input.sheets.map(({ expert }) => expert))].toSorted()
        const expected = experts.map((name) => ({
          expert: name,
          changes: borders
            .map((border) => {
              const before = above(input.sheets, border)
              const after = above(
                input.sheets.filter(({ expert }) => expert !== name),
                border,
              )
              return {
                border,
                rising: after.filter((work) => !before.includes(work)).toSorted(),
                falling: before.filter((work) => !after.includes(work)).toSorted(),
              }
            })
            .filter(({ rising, falling }) => rising.length + falling.length > 0),
        }))
        expect(leaveOneOut(input, borders)).toEqual(expected)
      },
    ),
    propertyRuns(500),
  )
})
