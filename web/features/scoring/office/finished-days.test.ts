import { expect, test } from 'vitest'
import { everyDay } from './finished-days.ts'

test('days without sheets are drawn too, also over the end of a month', () => {
  expect(
    everyDay([
      { day: '2026-02-27', finished: 4 },
      { day: '2026-03-02', finished: 1 },
    ]),
  ).toEqual([
    { day: '2026-02-27', finished: 4 },
    { day: '2026-02-28', finished: 0 },
    { day: '2026-03-01', finished: 0 },
    { day: '2026-03-02', finished: 1 },
  ])
})

test('the days begin when the round was opened', () => {
  expect(everyDay([{ day: '2026-03-02', finished: 1 }], '2026-03-01')).toEqual([
    { day: '2026-03-01', finished: 0 },
    { day: '2026-03-02', finished: 1 },
  ])
  expect(everyDay([{ day: '2026-03-02', finished: 1 }], '2026-03-05')).toEqual([{ day: '2026-03-02', finished: 1 }])
})

test('before the first sheet there is nothing to draw', () => {
  expect(everyDay([])).toEqual([])
})
