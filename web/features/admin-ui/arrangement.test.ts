import { expect, test } from 'vitest'
import { placed, type Side } from './arrangement.ts'

test.each<[string, Side, string, string]>([
  ['c', 'before', 'a', 'cabd'],
  ['a', 'after', 'b', 'bacd'],
  ['a', 'after', 'd', 'bcda'],
  ['d', 'before', 'd', 'abcd'],
  ['b', 'after', 'a', 'abcd'],
])('%s %s %s gives %s', (id, side, target, expected) => {
  expect(placed(['a', 'b', 'c', 'd'], id, side, target).join('')).toBe(expected)
})
