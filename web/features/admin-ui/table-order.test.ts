import { expect, test } from 'vitest'
import { orderOf, writeOrder } from './table-order.ts'

test('a column is sorted as the address says, and the others are not', () => {
  expect(['createdAt', 'username'].map((column) => orderOf('-createdAt', column))).toEqual(['descend', null])
  expect(orderOf('createdAt', 'createdAt')).toBe('ascend')
})

test('the sort order of a table is converted to the address', () => {
  expect([writeOrder('createdAt', 'descend'), writeOrder('createdAt', 'ascend')]).toEqual(['-createdAt', 'createdAt'])
  expect([writeOrder('createdAt', null), writeOrder('createdAt', undefined)]).toEqual([undefined, undefined])
})
