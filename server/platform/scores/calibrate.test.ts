import { expect, test } from 'vitest'
import { calibrate, type Calibration, type CalibrationSheet } from './calibrate.ts'
import { fixedUnit } from './fixed-point.ts'
import { tScores } from './t-scores.ts'

const panel = (works: string[], totals: Record<string, number[]>): CalibrationSheet[] =>
  Object.entries(totals).flatMap(([expert, list]) => list.map((total, at) => ({ work: works[at]!, expert, total })))
const calibrated = (sheets: CalibrationSheet[]): Calibration => {
  const result = calibrate(sheets)
  if (result.problems) throw new Error('refused')
  return result
}
const five = ['w1', 'w2', 'w3', 'w4', 'w5']

test('an expert who always gives the same amount more is found out, less what the ridge keeps', () => {
  const sheets = panel(five, { mild: [8600, 7600, 6600, 5600, 9600], severe: [8000, 7000, 6000, 5000, 9000] })
  const { bias } = calibrated(sheets)
  // 600 apart: half of it each, of five sheets and one that says 0.
  expect(bias.get('mild')! + bias.get('severe')!).toBe(0)
  expect(Math.round(bias.get('mild')! / fixedUnit)).toBe(250)
})

test('experts who agree have no bias', () => {
  const { bias, sweeps } = calibrated(panel(five, { a: [1, 2, 3, 4, 5], b: [1, 2, 3, 4, 5] }))
  expect([...bias.values(), sweeps]).toEqual([0, 0, 2])
})

test('two halves of a round that share one work are fitted to the end', () => {
  const worksOf = (half: number): string[] => Array.from({ length: 170 }, (_, at) => `${half}-${at}`)
  const totalsOf = (expert: number): number[] =>
    Array.from({ length: 171 }, (_, at) => 6000 + ((at * 7919 + expert * 104_729) % 2500) + expert * 50)
  const halves = [0, 1].flatMap((half) =>
    panel(
      // The second half also has the first work of the first one.
      half === 0 ? worksOf(0) : [...worksOf(1), '0-0'],
      Object.fromEntries(
        [1, 2, 3, 4, 5].map((expert) => [`${half}-e${expert}`, totalsOf(half * 5 + expert).slice(0, 170 + half)]),
      ),
    ),
  )
  const { bias, sweeps } = calibrated(halves)
  expect(sweeps).toBeLessThan(1000)
  // The conditions of the least squares: what is left over for each expert is the bias itself, as the ridge has the weight 1.
  const adjusted = Map.groupBy(
    halves.map(({ work, expert, total }) => ({ work, value: total - bias.get(expert)! / fixedUnit })),
    ({ work }) => work,
  )
  const meanOf = (work: string): number => {
    const own = adjusted.get(work)!
    return own.reduce((sum, { value }) => sum + value, 0) / own.length
  }
  for (const [expert, units] of bias) {
    const own = halves.filter((sheet) => sheet.expert === expert)
    const left = own.reduce((sum, { work, total }) => sum + total - units / fixedUnit - meanOf(work), 0)
    expect(left).toBeCloseTo(units / fixedUnit, 2)
  }
})

test('parts of a round that share nothing cannot be compared, and are named', () => {
  const sheets = [
    ...panel(['w6', 'w7', 'w8', 'w9', 'wx'], { c: [1, 2, 3, 4, 5] }),
    ...panel(five, { b: [1, 2, 3, 4, 5], a: [1, 2, 3, 4, 5] }),
  ]
  expect(calibrate(sheets)).toEqual({
    problems: [
      {
        problem: 'disconnected',
        components: [
          { works: five, experts: ['a', 'b'] },
          { works: ['w6', 'w7', 'w8', 'w9', 'wx'], experts: ['c'] },
        ],
      },
    ],
  })
})

test('experts with fewer than five sheets have the mean bias, and change that of nobody else', () => {
  const known = panel(five, { a: [5, 4, 3, 2, 9], b: [1, 2, 3, 4, 5] })
  const few = [...known, ...panel(five, { z: [1, 2, 3, 4], c: [900] })]
  const { bias, sweeps } = calibrated(known)
  expect(calibrated(few)).toEqual({
    bias: new Map([...bias, ['c', 0], ['z', 0]]),
    uncalibrated: ['c', 'z'],
    sweeps,
  })
  // They cannot connect parts either.
  const apart = panel(['w6', 'w7', 'w8', 'w9', 'wx'], { d: [1, 2, 3, 4, 5] })
  const link = panel(['w1', 'w6'], { y: [1, 2] })
  expect(calibrate([...known, ...apart, ...link]).problems?.map(({ problem }) => problem)).toEqual(['disconnected'])
})

test('a round without sheets has nothing to calibrate', () => {
  expect(calibrate([])).toEqual({ bias: new Map(), uncalibrated: [], sweeps: 0 })
})

test('T-scores say how far a total is from the mean of its expert', () => {
  const sheets = [7000, 8000, 9000, 8000].map((total, at) => ({ key: `a${at}`, expert: 'a', total }))
  const scores = tScores([...sheets, ...[1, 2].map((at) => ({ key: `b${at}`, expert: 'b', total: 6000 }))])
  const rounded = [...scores].map(([key, score]) => [key, Math.round(score / fixedUnit)])
  // σ = 707.1: 1000 points away are 14.14.
  expect(rounded).toEqual([
    ['a0', 3586],
    ['a1', 5000],
    ['a2', 6414],
    ['a3', 5000],
    ['b1', 5000],
    ['b2', 5000],
  ])
})
