import { describe, expect, test } from 'vitest'
import { createPace, pieceBytes } from './pace.ts'

describe('the speed of an upload', () => {
  test('is unknown until it can be measured', () => {
    const pace = createPace()
    expect(pace.speed()).toBeUndefined()
    pace.note(0, 0)
    pace.note(400, 1_000)
    expect(pace.speed()).toBeUndefined()
  })

  test('is that of the last seconds', () => {
    const pace = createPace()
    pace.note(0, 0)
    pace.note(1_000, 9_000_000)
    expect(pace.speed()).toBe(9_000_000)
    for (let second = 2; second <= 12; second += 1) pace.note(second * 1_000, 9_000_000 + second * 1_000)
    expect(pace.speed()).toBe(1_000)
  })

  test('is zero while nothing is sent, and never negative', () => {
    const pace = createPace()
    pace.note(0, 5_000)
    pace.note(1_000, 5_000)
    expect(pace.speed()).toBe(0)
    pace.note(2_000, 1_000)
    expect(pace.speed()).toBe(0)
  })
})

test('a chunk takes some seconds, within limits', () => {
  expect([undefined, 0, 1_000_000, 1e9].map(pieceBytes)).toEqual([524_288, 524_288, 6_000_000, 16_777_216])
})
