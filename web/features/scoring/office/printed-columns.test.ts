import { expect, test } from 'vitest'
import { hasColumns, namedTotals } from './printed-columns.ts'

test('a large pool is printed with names beside the scores, not with a column for each expert', () => {
  const names = Array.from({ length: 11 }, (_, at) => `E${at}`)
  expect([hasColumns(names.slice(1)), hasColumns(names)]).toEqual([true, false])
  expect(namedTotals(['A', 'B', 'C'], [null, 0, 8_750])).toEqual([
    { name: 'B', total: 0 },
    { name: 'C', total: 8_750 },
  ])
})
