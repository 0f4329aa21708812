import { expect, test } from 'vitest'
import { exportAddress, officeAddress, readColumns, writeColumns } from './list-query.ts'

test('columns stand in the table’s order, and the usual ones need no word in the address', () => {
  expect(readColumns('marks,title,secret')).toEqual(['number', 'title', 'marks'])
  expect(writeColumns([...readColumns(null)].toReversed())).toBeUndefined()
  expect(writeColumns(['state'])).toBe('number,state')
})

test('between a work and the list nothing of the list is lost', () => {
  const query = new URLSearchParams('mark=leak&page=2&lang=en-US&search=')
  expect(officeAddress(query, 'one')).toBe('/Admin/Work/one?mark=leak&page=2')
  expect(officeAddress(new URLSearchParams())).toBe('/Admin/Work')
})

test('a sheet holds what the list has on all its pages, in its order', () => {
  const query = new URLSearchParams('mark=leak&sort=number&page=3&columns=number')
  expect(exportAddress(query, 'csv')).toBe('/api/works/export?format=csv&mark=leak&sort=number')
})
