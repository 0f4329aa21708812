import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { expect, test } from 'vitest'
import { expertPath, readExpertAddress } from './expert-address.ts'

const read = (query: string) => readExpertAddress(new URLSearchParams(query))

test.each([
  ['', { field: undefined, search: undefined, page: 1 }],
  ['field=ai&search=%E6%9D%8E&page=3', { field: 'ai', search: '李', page: 3 }],
  ['field=cooking&search=++&page=0', { field: undefined, search: undefined, page: 1 }],
])('?%s means %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test('an excessively long search is truncated', () => {
  expect(read(`search=${'x'.repeat(5000)}`).search).toHaveLength(maxSearchLength)
})

test('defaults are left out, so that each list has one address', () => {
  expect([expertPath({}), expertPath({ page: 1 }), expertPath({ field: 'ai', search: 'a&b', page: 2 })]).toEqual([
    '/Expert',
    '/Expert',
    '/Expert?field=ai&search=a%26b&page=2',
  ])
})
