import { expect, test } from 'vitest'
import { exportAddress, officeAddress, readColumns, writeColumns } from './list-query.ts'

test('columns are in the table’s order, always with the number', () => {
  expect(readColumns('state,team,secret')).toEqual(['number', 'team', 'state'])
  expect(readColumns('')).toEqual(['number'])
})

test('the default columns are not in the address', () => {
  expect(writeColumns([...readColumns(null)].toReversed())).toBeUndefined()
  expect(writeColumns(['state', 'number'])).toBe('number,state')
  expect(writeColumns([])).toBe('number')
})

test('going back from an enrolment restores the list', () => {
  const query = new URLSearchParams('state=submitted,returned&page=3&columns=number&lang=en-US&search=')
  expect(officeAddress(query, 'one')).toBe('/Admin/Enrolment/one?state=submitted%2Creturned&page=3&columns=number')
  expect(officeAddress(new URLSearchParams())).toBe('/Admin/Enrolment')
})

test('an export has all pages of the list, in its order', () => {
  const query = new URLSearchParams('state=submitted&sort=number&page=3&columns=number')
  expect(exportAddress(query, 'csv', [])).toBe('/api/enrolments/export?format=csv&state=submitted&sort=number')
  expect(exportAddress(new URLSearchParams(), 'xlsx', ['names', 'contacts'])).toBe(
    '/api/enrolments/export?format=xlsx&personal=names%2Ccontacts',
  )
})
