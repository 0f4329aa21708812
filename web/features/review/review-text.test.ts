import { expect, test } from 'vitest'
import { durationParts } from './review-text.ts'

const textOf = (seconds: number): string =>
  durationParts(seconds)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(' ')

test('a duration is rounded up to minutes, and a long one to hours', () => {
  expect([0, 60, 61, 3_540, 3_600, 3_660, 35_940, 35_941, 36_001, 39_601].map(textOf)).toEqual([
    '1 minute',
    '1 minute',
    '2 minute',
    '59 minute',
    '1 hour',
    '1 hour 1 minute',
    '9 hour 59 minute',
    '10 hour',
    '11 hour',
    '12 hour',
  ])
})
