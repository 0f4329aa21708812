import { expect, test } from 'vitest'
import { exportAddress, officeAddress, readColumns, writeColumns } from './list-query.ts'

test('columns stand in the table’s order, the number always among them', () => {
  expect(readColumns('state,team,secret')).toEqual(['number', 'team', 'state'])
  expect(readColumns('')).toEqual(['number'])
})

test('the usual columns need no word in the address', () => {
  expect(writeColumns([...readColumns(null)].toReversed())).toBeUndefined()
  expect(writeColumns(['state', 'number'])).toBe('number,state')
  expect(writeColumns([])).toBe('number')
})

test('from one enrolment back to the list nothing of the list is lost', () => {
  const query = new URLSearchParams('state=submitted,returned&page=3&columns=number&lang=en-US&search=')
  expect(officeAddress(query, 'one')).toBe('/Admin/Enrolment/one?state=submitted%2Creturned&page=3&columns=number')
  expect(officeAddress(new URLSearchParams())).toBe('/Admin/Enrolment')
})

test('a sheet holds what the list has on all its pages, in its order', () => {
  const query = new URLSearchParams('state=submitted&sort=number&page=3&columns=number')
  expect(exportAddress(query, 'csv', [])).toBe('/api/enrolments/export?format=csv&state=submitted&sort=number')
  expect(exportAddress(new URLSearchParams(), 'xlsx', ['names', 'contacts'])).toBe(
    '/api/enrolments/export?format=xlsx&personal=names%2Ccontacts',
  )
})
