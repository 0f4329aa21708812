import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { describe, expect, it } from 'vitest'
import { newsPath, readNewsAddress } from './news-address.ts'

const read = (query: string) => readNewsAddress(new URLSearchParams(query))

describe('the address of a news list', () => {
  it.each([
    ['', { category: undefined, search: undefined, page: 1 }],
    ['category=guide&search=%E6%8A%A5%E5%90%8D&page=3', { category: 'guide', search: '报名', page: 3 }],
    ['category=nonsense&page=0', { category: undefined, search: undefined, page: 1 }],
    ['page=1e3&search=++', { category: undefined, search: undefined, page: 1 }],
    ['page=-1', { category: undefined, search: undefined, page: 1 }],
  ])('?%s means %j', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it('truncates an excessively long search', () => {
    expect(read(`search=${'x'.repeat(5000)}`).search).toHaveLength(maxSearchLength)
  })

  it('leaves defaults out, so that each list has one address', () => {
    expect([
      newsPath({}),
      newsPath({ page: 1 }),
      newsPath({ category: 'story', page: 2 }),
      newsPath({ search: 'a&b' }),
    ]).toEqual(['/News', '/News', '/News?category=story&page=2', '/News?search=a%26b'])
  })
})
