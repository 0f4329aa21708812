import { expect, test } from 'vitest'
import { orderOf, writeOrder } from './table-order.ts'

test('a column is in the order that the address names, and the others in none', () => {
  expect(['createdAt', 'username'].map((column) => orderOf('-createdAt', column))).toEqual(['descend', null])
  expect(orderOf('createdAt', 'createdAt')).toBe('ascend')
})

test('what a table was asked for is written as the address has it', () => {
  expect([writeOrder('createdAt', 'descend'), writeOrder('createdAt', 'ascend')]).toEqual(['-createdAt', 'createdAt'])
  expect([writeOrder('createdAt', null), writeOrder('createdAt', undefined)]).toEqual([undefined, undefined])
})
