import { expect, test } from 'vitest'
import { changedQuotas } from './quota-amounts.ts'

test('the ledger gets the differences of changed numbers only', () => {
  const institutions = [
    { id: 'a', quota: 3 },
    { id: 'b', quota: 5 },
    { id: 'c', quota: 0 },
    { id: 'd', quota: 2 },
  ]
  expect(changedQuotas(institutions, { a: '3', b: ' 2 ', c: '１０', d: '0' })).toEqual([
    { id: 'b', amount: -3 },
    { id: 'c', amount: 10 },
    { id: 'd', amount: -2 },
  ])
})

test('what is no number of places is not a number', () => {
  const amounts = ['', 'x', '-1', '1.5', '1001', '1e3'].map((text) =>
    changedQuotas([{ id: 'a', quota: 1 }], { a: text }),
  )
  expect(amounts).toEqual(Array.from({ length: 6 }, () => [{ id: 'a', amount: Number.NaN }]))
})
