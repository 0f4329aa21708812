import { expect, test } from 'vitest'
import { clockTime, findingTextValues } from './finding-texts.ts'

test.for([
  [0, '0:00'],
  [59.9, '0:59'],
  [751, '12:31'],
  [3_600, '1:00:00'],
  [11_111, '3:05:11'],
] as const)('%d seconds are %s', ([seconds, text]) => {
  expect(clockTime(seconds)).toBe(text)
})

test('a file that is a byte too large does not look as if it fitted', () => {
  expect(findingTextValues({ code: 'tooLarge', values: { bytes: 10_000_001, max: 10_000_000 } })).toEqual({
    megabytes: 10.1,
    max: 10,
  })
})

test('only the side that is limited is told', () => {
  const sides = (minWidth: number, minHeight: number) =>
    findingTextValues({ code: 'tooSmall', values: { width: 638, height: 358, minWidth, minHeight } })
  expect([sides(1280, 720), sides(640, 0), sides(0, 360)]).toEqual([
    { size: '638 × 358', sides: 'both', min: '1280 × 720' },
    { size: '638 × 358', sides: 'long', min: '640' },
    { size: '638 × 358', sides: 'short', min: '360' },
  ])
})
