import { expect, test } from 'vitest'
import { aggregate, aggregateValues } from './aggregate.ts'
import { combineRounds } from './combine.ts'
import { discrepancyOf } from './discrepancy.ts'
import { goesOn, shareOf } from './advancement.ts'
import { halfUp, halfUpBig, squareRoot } from './integers.ts'
import { sheetTotal } from './totals.ts'

const sheets = (...totals: number[]): { key: string; total: number }[] =>
  totals.map((total, at) => ({ key: `s${at + 1}`, total }))

test('halves are rounded up, below zero too', () => {
  const cases = [1, 3, -1, -3, 4, -5].map((halves) => [halfUp(halves, 2), halfUpBig(BigInt(halves), 2n)])
  expect(cases).toEqual([
    [1, 1],
    [2, 2],
    [0, 0],
    [-1, -1],
    [2, 2],
    [-2, -2],
  ])
  expect(Object.is(halfUp(-1, 3), 0)).toBe(true)
})

test('what cannot be divided exactly is refused', () => {
  for (const [numerator, denominator] of [
    [0.5, 1],
    [2 ** 53, 1],
    [1, 0],
    [Number.NaN, 1],
  ] as const)
    expect(() => halfUp(numerator, denominator)).toThrow('exactly')
})

test('a square root is the largest whole number that fits', () => {
  for (const square of [0n, 1n, 2n, 3n, 4n, 8n, 9n, 10n ** 40n - 1n, 10n ** 40n]) {
    const root = squareRoot(square)
    expect(root * root <= square && (root + 1n) * (root + 1n) > square).toBe(true)
  }
})

test('an empty criterion is not 0, and keeps a sheet from being complete', () => {
  const criteria = [
    { id: 'idea', max: 6000 },
    { id: 'form', max: 4000 },
  ]
  expect(sheetTotal(criteria, { idea: 5050, form: 0 })).toEqual({ sum: 5050, total: 5050, missing: [] })
  expect(sheetTotal(criteria, { idea: 5050, form: null })).toEqual({ sum: 5050, total: null, missing: ['form'] })
  expect(sheetTotal(criteria, {})).toEqual({ sum: 0, total: null, missing: ['idea', 'form'] })
})

test('a mean is rounded half up once', () => {
  expect(aggregate(sheets(8000, 8001), 'mean')).toEqual({ score: 8001, used: ['s1', 's2'], dropped: [], count: 2 })
  expect(aggregate(sheets(8000, 8000, 8001), 'mean').score).toBe(8000)
})

test('with five sheets the highest and the lowest are dropped, with four none is', () => {
  expect(aggregate(sheets(9000, 8000, 8100, 8200, 1000), 'trimmed')).toEqual({
    score: 8100,
    used: ['s2', 's3', 's4'],
    dropped: ['s1', 's5'],
    count: 5,
  })
  expect(aggregate(sheets(9000, 8000, 8100, 1000), 'trimmed')).toEqual({
    score: 6525,
    used: ['s1', 's2', 's3', 's4'],
    dropped: [],
    count: 4,
  })
})

test('of equal sheets the first is dropped as the lowest and the last as the highest, in any order', () => {
  const equal = sheets(8000, 8000, 8000, 8000, 8000, 8000)
  expect(aggregate(equal, 'trimmed').dropped).toEqual(['s1', 's6'])
  expect(aggregate(equal.toReversed(), 'trimmed').dropped).toEqual(['s1', 's6'])
})

test('a median is the middle, or the mean of the two in the middle', () => {
  expect(aggregateValues([9000, 1000, 8000], 'median')).toBe(8000)
  expect(aggregateValues([9000, 1000, 8000, 8001], 'median')).toBe(8001)
  expect(aggregateValues([7000], 'median')).toBe(7000)
})

test('without a sheet there is no score', () => {
  for (const method of ['mean', 'trimmed', 'median'] as const)
    expect(aggregate([], method)).toEqual({ score: null, used: [], dropped: [], count: 0 })
})

test('totals that are further apart than the threshold are a discrepancy; of two sheets a third is needed', () => {
  expect(discrepancyOf([7000, 8500], 1500)).toEqual({ range: 1500, isDiscrepant: false, needsThird: false })
  expect(discrepancyOf([7000, 8501], 1500)).toEqual({ range: 1501, isDiscrepant: true, needsThird: true })
  expect(discrepancyOf([7000, 8000, 8501], 1500)).toEqual({ range: 1501, isDiscrepant: true, needsThird: false })
  expect(discrepancyOf([0, 10_000], null)).toEqual({ range: 10_000, isDiscrepant: false, needsThird: false })
  expect(discrepancyOf([], 0)).toEqual({ range: null, isDiscrepant: false, needsThird: false })
})

const ranks = (...list: (number | null)[]): Parameters<typeof goesOn>[0] =>
  list.map((rank, at) => ({
    work: `w${at + 1}`,
    rank,
    score: rank === null ? null : 9000 - rank * 100,
    isExcluded: false,
  }))

test('10 % of 27 works are 3', () => {
  expect(shareOf(27, 100)).toBe(3)
  expect(shareOf(30, 100)).toBe(3)
  expect(shareOf(31, 100)).toBe(4)
  expect(shareOf(0, 100)).toBe(0)
  const all = ranks(...Array.from({ length: 27 }, (_, at) => at + 1))
  expect(goesOn(all, { perMille: 100 })).toEqual(['w1', 'w2', 'w3'])
})

test('works that share the last rank go on together', () => {
  const rows = ranks(1, 2, 2, 4, null)
  expect(goesOn(rows, { top: 1 })).toEqual(['w1'])
  expect(goesOn(rows, { top: 2 })).toEqual(['w1', 'w2', 'w3'])
  expect(goesOn(rows, { top: 3 })).toEqual(['w1', 'w2', 'w3'])
  expect(goesOn(rows, { top: 100 })).toEqual(['w1', 'w2', 'w3', 'w4'])
  expect(goesOn(rows, {})).toEqual(['w1', 'w2', 'w3', 'w4'])
})

test('a minimum score holds beside a number, and excluded works count for no share', () => {
  const rows = ranks(1, 2, 3, 4)
  expect(goesOn(rows, { minScore: 8700 })).toEqual(['w1', 'w2', 'w3'])
  expect(goesOn(rows, { top: 4, minScore: 8800 })).toEqual(['w1', 'w2'])
  expect(goesOn([...rows, { work: 'x', rank: null, score: 9900, isExcluded: true }], { perMille: 500 })).toEqual([
    'w1',
    'w2',
  ])
})

test('rounds are combined by their weights and rounded once', () => {
  expect(
    combineRounds([
      { score: 8001, perMille: 300 },
      { score: 9002, perMille: 700 },
    ]),
  ).toBe(8702)
  expect(
    combineRounds([
      { score: 8001, perMille: 500 },
      { score: 8002, perMille: 500 },
    ]),
  ).toBe(8002)
})

test('without a score in a round that counts there is no total', () => {
  const first = { score: 8000, perMille: 1000 }
  expect(combineRounds([first, { score: null, perMille: 0 }])).toBe(8000)
  expect(
    combineRounds([
      { ...first, perMille: 400 },
      { score: null, perMille: 600 },
    ]),
  ).toBe(null)
  expect(() => combineRounds([{ ...first, perMille: 999 }])).toThrow('1000')
})
