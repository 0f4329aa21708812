import { expect, it } from 'vitest'
import { createKeys } from './idempotency-key.ts'

const numbered = () => {
  let count = 0
  return createKeys(() => `key ${++count}`)
}

it('retrying the same content uses the same key', () => {
  const keyOf = numbered()
  expect([keyOf({ username: 'lin', code: '123456' }), keyOf({ username: 'lin', code: '123456' })]).toEqual([
    'key 1',
    'key 1',
  ])
})

it('other content gets a new key, and so does the first content when it is sent again later', () => {
  const keyOf = numbered()
  expect([keyOf({ code: '1' }), keyOf({ code: '2' }), keyOf({ code: '1' })]).toEqual(['key 1', 'key 2', 'key 3'])
})

it('keys are long and unique', () => {
  const [one, other] = [createKeys()({}), createKeys()({})]
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(one === other).toBe(false)
})
