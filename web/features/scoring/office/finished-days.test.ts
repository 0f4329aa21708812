import { expect, test } from 'vitest'
import { progressDays } from './finished-days.ts'

const window = { from: '2026-02-27', until: '2026-03-02', today: '2026-02-28' }

test('the axis is the whole window, over the end of a month; days to come have no total', () => {
  expect(progressDays([{ day: '2026-02-28', finished: 4 }], 8, window)).toEqual([
    { day: '2026-02-27', finished: 0, total: 0, expected: 2 },
    { day: '2026-02-28', finished: 4, total: 4, expected: 4 },
    { day: '2026-03-01', finished: 0, total: null, expected: 6 },
    { day: '2026-03-02', finished: 0, total: null, expected: 8 },
  ])
})

test('sheets before and after the window are drawn too', () => {
  const days = [
    { day: '2026-02-26', finished: 1 },
    { day: '2026-03-03', finished: 2 },
  ]
  expect(
    progressDays(days, 4, { ...window, from: '2026-03-01', today: '2026-03-09' }).map(({ day, total, expected }) => [
      day,
      total,
      expected,
    ]),
  ).toEqual([
    ['2026-02-26', 1, 0],
    ['2026-02-27', 1, 0],
    ['2026-02-28', 1, 0],
    ['2026-03-01', 1, 2],
    ['2026-03-02', 1, 4],
    ['2026-03-03', 3, 4],
  ])
})

test('a round without an end has no expected line and begins with its opening', () => {
  expect(
    progressDays([{ day: '2026-03-02', finished: 1 }], 4, { from: '2026-03-01', until: '', today: '2026-03-02' }),
  ).toEqual([
    { day: '2026-03-01', finished: 0, total: 0, expected: null },
    { day: '2026-03-02', finished: 1, total: 1, expected: null },
  ])
})

test('a round without a window and without sheets has nothing to draw', () => {
  expect(progressDays([], 4, { from: '', until: '', today: '2026-03-02' })).toEqual([])
})
