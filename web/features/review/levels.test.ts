import { expect, test } from 'vitest'
import { levelOf, middleOf, stepped } from './levels.ts'

const level = (from: number, to: number) => ({ label: `${from}`, from, to })

test('choosing a level fills in its middle, on a step and inside of the level', () => {
  expect(middleOf(level(2_700, 3_000), 100)).toBe(2_900)
  expect(middleOf(level(2_700, 3_000), 50)).toBe(2_850)
  expect(middleOf(level(0, 1_700), 100)).toBe(900)
  expect(middleOf(level(3_000, 3_000), 100)).toBe(3_000)
  expect(middleOf(level(2_650, 2_690), 100)).toBe(2_690)
})

test('the level of points is the one whose range has them', () => {
  const levels = [level(2_700, 3_000), level(2_400, 2_650)]
  expect([2_700, 2_650, 2_680, undefined].map((points) => levelOf({ levels }, points)?.label)).toEqual([
    '2700',
    '2400',
    undefined,
    undefined,
  ])
})

test('steps stay within the criterion, on multiples of the step', () => {
  const limits = { max: 3_000, step: 50 }
  expect([stepped(2_980, 1, limits), stepped(2_980, -1, limits)]).toEqual([3_000, 2_950])
  expect([stepped(3_000, 1, limits), stepped(0, -1, limits)]).toEqual([3_000, 0])
  expect([stepped(undefined, 1, limits), stepped(undefined, -1, limits)]).toEqual([0, 3_000])
})
