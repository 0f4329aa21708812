import { expect, it } from 'vitest'
import { timeLeft } from './time-left.ts'

it.each([
  [0, [0, 0, 0, 0]],
  [-5, [0, 0, 0, 0]],
  [1, [0, 0, 0, 1]],
  [59_001, [0, 0, 1, 0]],
  [3_599_000, [0, 0, 59, 59]],
  [2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_000, [2, 3, 4, 5]],
])('%s milliseconds are %j days, hours, minutes and seconds', (milliseconds, parts) => {
  expect(Object.values(timeLeft(milliseconds))).toEqual(parts)
})
