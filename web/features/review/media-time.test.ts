import { expect, test } from 'vitest'
import { clockOf, nextSpeed, resumedAt } from './media-time.ts'

test('a place in a film is written in minutes and seconds', () => {
  expect([0, 32.9, 725, 3_723].map(clockOf)).toEqual(['0:00', '0:32', '12:05', '1:02:03'])
})

test('speeds go up and down one by one, and end', () => {
  expect([nextSpeed(1, 1), nextSpeed(2, 1), nextSpeed(1, -1), nextSpeed(0.75, -1)]).toEqual([1.25, 2, 0.75, 0.75])
})

test('a film goes on where it was left, unless that was its end', () => {
  expect([resumedAt(undefined, 100), resumedAt(40, 100), resumedAt(97, 100)]).toEqual([0, 40, 0])
})
