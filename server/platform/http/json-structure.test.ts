import { describe, expect, test } from 'vitest'
import { refuseTooMuchStructure } from './json-structure.ts'

const check = (value: unknown, largestBody = 16 * 1024): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    refuseTooMuchStructure(Buffer.from(text), largestBody)
    return 'fine'
  } catch (error) {
    return (error as { error: string }).error
  }
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

describe('the structure of a body is counted in its bytes', () => {
  test.each([
    ['200 keys', keys(200), 'fine'],
    ['201 keys', keys(201), 'request.tooManyValues'],
    ['objects of 200 keys in turn', Array.from({ length: 20 }, () => keys(200)), 'fine'],
    ['45,000 keys in objects of 200', Array.from({ length: 225 }, () => keys(200)), 'request.tooManyValues'],
    ['5,001 values', Array.from({ length: 5_001 }, () => 1), 'request.tooManyValues'],
    ['a depth of 32', nested(32), 'fine'],
    ['a depth of 33', nested(33), 'request.tooManyValues'],
    ['a text full of signs', { text: ',:{[,:{['.repeat(2_000), quoted: '\\"'.repeat(1_000) }, 'fine'],
    ['what is no JSON', ']]]}}}', 'fine'],
    ['a text without an end', '{"a": "\\', 'fine'],
  ])('%s', (_what, value, outcome) => {
    expect(check(value)).toBe(outcome)
  })

  test('a larger body may have more values', () => {
    const many = Array.from({ length: 10_000 }, () => 1)
    expect([check(many), check(many, 512 * 1024)]).toEqual(['request.tooManyValues', 'fine'])
  })
})
