import { expect, test } from 'vitest'
import { isDatabaseAway } from './connect.ts'

test.each([
  [true, Object.assign(new Error(), { code: 'ECONNREFUSED' })],
  [true, Object.assign(new Error(), { code: 'EAI_AGAIN' })],
  [true, Object.assign(new Error(), { code: 'ENETUNREACH' })],
  [true, Object.assign(new Error(), { code: '57P01' })],
  [true, Object.assign(new Error(), { code: '08006' })],
  [true, Object.assign(new Error(), { code: '25P03' })],
  [true, new Error('Client has encountered a connection error and is not queryable')],
  [true, new Error('outer', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })],
  [true, new AggregateError([new Error('other'), Object.assign(new Error(), { code: 'ETIMEDOUT' })])],
  [true, new Error('timeout exceeded when trying to connect')],
  [true, new Error('timeout expired')],
  [false, Object.assign(new Error(), { code: '42P01' })],
  [false, Object.assign(new Error(), { code: '23505' })],
  [false, new Error('on purpose')],
  [false, 'ECONNREFUSED'],
  [false, undefined],
])('%j: the database is away after %o', (expected, error) => {
  expect(isDatabaseAway(error)).toBe(expected)
})
