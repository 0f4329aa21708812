import { expect, test } from 'vitest'
import { exportAddress } from './member-filter.ts'

test('an export has all members of the filter, whatever the page and order of the list', () => {
  const query = new URLSearchParams('search=陈 明&status=active&access=&sort=username&page=3&evil=1')
  expect(exportAddress(query, 'xlsx')).toBe('/api/users/export?format=xlsx&search=%E9%99%88+%E6%98%8E&status=active')
})
