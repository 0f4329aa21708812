import type { MaterialId } from '@lectern/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { canonicalPath, listPath, materialPath, readId, readMaterialAddress } from './material-address.ts'

const read = (query: string) => readMaterialAddress(new URLSearchParams(query))
const nothing = { kind: undefined, category: undefined, search: undefined, sort: 'newest', page: 1 }

describe('the address of a list of materials', () => {
  it.each([
    ['', nothing],
    [
      'kind=file&category=case&search=%E6%8A%A5&sort=title&page=3',
      { kind: 'file', category: 'case', search: '报', sort: 'title', page: 3 },
    ],
    ['kind=song&category=x&sort=oldest&page=0&search=++', nothing],
  ])('?%s means %j', (query, expected) => {
    expect(read(query)).toEqual(expected)
  })

  it('leaves defaults out, so that each list has one address', () => {
    expect([
      listPath('/a', read('')),
      listPath('/a', read('page=1&sort=newest')),
      listPath('/a', read('page=2&kind=video&search=a%26b')),
    ]).toEqual(['/a', '/a', '/a?kind=video&search=a%26b&page=2'])
  })

  it('has one canonical form for all sort orders, and none for a search or an empty page', () => {
    const list = { list: [1], total: 1 }
    expect([
      canonicalPath('/a', read('sort=title&page=2'), list),
      canonicalPath('/a', read('search=x'), list),
      canonicalPath('/a', read('page=9'), { list: [], total: 1 }),
      canonicalPath('/a', read(''), { list: [], total: 0 }),
    ]).toEqual([{ path: '/a?page=2' }, {}, {}, { path: '/a' }])
  })

  it('ignores invalid ids', () => {
    const id = '01900000-0000-7000-8000-00000000000A'
    const asked = [id, 'x', "'", ''].map((value) => readId(new URLSearchParams({ id: value }), 'id'))
    expect(asked).toEqual([id.toLowerCase(), undefined, undefined, undefined])
  })

  it('of a material is the page of its kind; a file is downloaded', () => {
    const id = 'i' as MaterialId
    expect((['markdown', 'video', 'photo', 'file'] as const).map((kind) => materialPath({ id, kind }))).toEqual([
      '/database/listMD?id=i',
      '/Trivia/Video?id=i',
      '/Trivia/Wonderful?photo=i',
      undefined,
    ])
  })
})
