import { expect, test } from 'vitest'
import { readColumns } from './chosen-columns.ts'

test.each([
  ['school,username', ['username', 'school']],
  ['', ['username']],
  ['nonsense,status', ['username', 'status']],
])('of the choice %j the columns %j are shown', (kept, columns) => {
  expect(readColumns(kept)).toEqual(columns)
})

test('without a choice the columns are those that fit a screen', () => {
  expect(readColumns(null)).toEqual([
    'username',
    'status',
    'realName',
    'school',
    'province',
    'email',
    'phone',
    'access',
    'createdAt',
  ])
})
