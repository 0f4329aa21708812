import { expect, test } from 'vitest'
import { byNumber, largestOf, shiftOf } from './ranks.ts'

test('a better rank is a positive shift', () => {
  expect([shiftOf(5, 2), shiftOf(2, 5), shiftOf(3, 3), shiftOf(null, 3), shiftOf(3, null)]).toEqual([
    3,
    -3,
    0,
    undefined,
    undefined,
  ])
})

test('rows without a number come last in both directions', () => {
  const rows = [{ value: 3 }, { value: null }, { value: 1 }]
  const compare = byNumber<{ value: number | null }>(({ value }) => value)
  const ascending = rows.toSorted((one, other) => compare(one, other, 'ascend'))
  // The table turns the answer around to sort downwards.
  const descending = rows.toSorted((one, other) => -compare(one, other, 'descend'))
  expect(ascending.map(({ value }) => value)).toEqual([1, 3, null])
  expect(descending.map(({ value }) => value)).toEqual([3, 1, null])
})

test('bars share the scale of the largest value, and no value is no division by 0', () => {
  expect([largestOf([-300, 200, null]), largestOf([])]).toEqual([300, 1])
})
