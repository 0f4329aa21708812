import { expect, test } from 'vitest'
import { failureOf } from './failures.ts'

const failed = (code: string): Error => new Error('Failed query', { cause: Object.assign(new Error(), { code }) })

test.each([
  ['40P01', 'server.busy'],
  ['53100', 'server.diskFull'],
  ['57P01', 'server.databaseAway'],
  ['23505', 'server.failed'],
])('a query that failed with %s is told as %s', (code, error) => {
  expect(failureOf(failed(code), 'test').error).toBe(error)
})
