import { expect, test } from 'vitest'
import { bordersOf, groupOf, prizeAt, sharesOf } from './borders.ts'

const tiers = [
  { id: 'first', label: 'First', awarded: 2, byScores: 2, places: 2, vacant: 0, lowest: 9_000 },
  { id: 'special', label: 'Special', awarded: 0, byScores: 0, places: 1, vacant: 1, lowest: null },
  { id: 'second', label: 'Second', awarded: 3, byScores: 3, places: 3, vacant: 0, lowest: 8_000 },
]

test('a rank stands for the prize whose places it is within', () => {
  expect([1, 2, 3, 5, 6, null].map((rank) => prizeAt(tiers, rank)?.id)).toEqual([
    'first',
    'first',
    'second',
    'second',
    undefined,
    undefined,
  ])
})

test('a prize that nobody got has no border', () => {
  expect([...bordersOf(tiers)].map(([rank, { id }]) => [rank, id])).toEqual([
    [2, 'first'],
    [5, 'second'],
  ])
})

test('shares are of the accepted works, and no work is no division by 0', () => {
  expect(sharesOf({ accepted: 10, tiers }).map(({ share }) => share)).toEqual([20, 0, 30])
  expect(sharesOf({ accepted: 0, tiers: [] })).toEqual([])
})

test('a work is found in its group, and in the only one where works are not ranked apart', () => {
  const [none, primary] = [{ group: null }, { group: { id: 'primary', label: 'Primary' } }]
  expect(groupOf([none], null)).toBe(none)
  expect(groupOf([primary], { id: 'primary' })).toBe(primary)
  expect(groupOf([primary], null)).toBeUndefined()
})
