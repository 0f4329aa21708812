import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPoints, pointSteps, readPoints } from './points.ts'

const limits = { max: 4000, step: 50 }

test.each([
  ['38', 3800],
  ['38.5', 3850],
  ['038.50', 3850],
  ['38.5000', 3850],
  ['.5', 50],
  ['5.', 500],
  ['0', 0],
  ['40', 4000],
  ['\uff13\uff18', 3800],
  ['\uff13\uff18\uff0e\uff15', 3850],
  ['38\u30025', 3850],
  ['38,5', 3850],
  ['38\uff0c5', 3850],
  [' 38.5 ', 3850],
  ['\u300038.5\u3000', 3850],
  ['38.5\u5206', 3850],
  ['38 \u5206 ', 3800],
])('%j is read as %i hundredths', (typed, points) => {
  expect(readPoints(typed, limits)).toEqual({ points })
})

test.each([
  ['', 'empty'],
  [' \u3000', 'empty'],
  ['\u5206', 'empty'],
  ['.', 'format'],
  ['3 8', 'format'],
  ['3.8.5', 'format'],
  ['1,000.5', 'format'],
  ['4e1', 'format'],
  ['0x10', 'format'],
  ['38 points', 'format'],
  ['--3', 'format'],
  ['-3', 'range'],
  ['\uff0d3', 'range'],
  ['40.5', 'range'],
  ['40.001', 'range'],
  ['9'.repeat(400), 'range'],
  ['38.3', 'step'],
  ['38.501', 'step'],
])('%j is refused: %s', (typed, problem) => {
  expect(readPoints(typed, limits)).toEqual({ problem })
})

test('points that are formatted are read as the same points', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.constantFrom(...pointSteps, 1), fc.constantFrom(0, 1, 2), (count, step, decimals) => {
      const typed = formatPoints(count * step, { decimals })
      expect(readPoints(typed, { max: 100_000, step })).toEqual({ points: count * step })
    }),
  )
})

test('points have no more decimals than they need, unless asked', () => {
  expect([0, 5, 50, 8750, 8700, 10_000, -125].map((points) => formatPoints(points))).toEqual([
    '0',
    '0.05',
    '0.5',
    '87.5',
    '87',
    '100',
    '-1.25',
  ])
  expect([8700, 8750, 8755].map((points) => formatPoints(points, { decimals: 1 }))).toEqual(['87.0', '87.5', '87.55'])
  expect(formatPoints(8700, { decimals: 2 })).toBe('87.00')
})

test('points are written as each language writes numbers', () => {
  expect(formatPoints(8750, { locale: 'zh-CN' })).toBe('87.5')
  expect(formatPoints(8750, { locale: 'pt-BR' })).toBe('87,5')
  expect(formatPoints(8750, { locale: 'id-ID', decimals: 2 })).toBe('87,50')
})
