import { expect, test } from 'vitest'
import { pickColumns } from './pick-columns.ts'

test.each([
  ['school,username', ['username', 'school']],
  ['', ['username']],
  ['nonsense,status', ['username', 'status']],
])('for the choice %j the columns %j are shown', (kept, columns) => {
  expect(pickColumns(['username', 'status', 'school'], kept.split(','))).toEqual(columns)
})
