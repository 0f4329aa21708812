import { expect, test } from 'vitest'
import { filtersIn, pickQuery, withChanges } from './list-address.ts'

test('only known, non-empty values are sent', () => {
  expect(
    pickQuery<Partial<Record<'state' | 'page', string>>>(new URLSearchParams('state=sent&page=&evil=1'), [
      'state',
      'page',
    ]),
  ).toEqual({ state: 'sent' })
})

test.each([
  ['', { state: 'sent' }, '?state=sent'],
  ['?state=sent&page=3', { state: 'failed' }, '?state=failed'],
  ['?state=sent&page=3', { page: 4 }, '?state=sent&page=4'],
  ['?state=sent', { state: undefined }, ''],
  ['?search=a', { search: '' }, ''],
])('%j with %j is %j', (search, changes, address) => {
  expect(withChanges(search, changes)).toBe(address)
})

test('page, sort order, columns, language and an open drawer are not filters', () => {
  expect(filtersIn(new URLSearchParams('page=2&sort=name&columns=a&lang=en-US&id=1'))).toEqual([])
  expect(filtersIn(new URLSearchParams('lang=en-US&search=a&state=sent&kind=video'), ['kind'])).toEqual([
    'search',
    'state',
  ])
})
