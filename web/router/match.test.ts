import { describe, expect, it } from 'vitest'
import { decode, matchRoute, pathOf, withBase, withoutBase } from './match.ts'

const routes = [
  { path: '/', file: 'home' },
  { path: '/News', file: 'list' },
  { path: '/News/:id', file: 'article' },
  { path: '/Home/data.source', file: 'data' },
  { path: '/Admin', file: 'admin', children: [{ path: '/Admin/Member', file: 'members' }] },
]

const fileOf = (pathname: string): string | undefined => matchRoute(routes, pathname)?.route.file

describe('the route table', () => {
  it.each([
    ['/', 'home'],
    ['/News', 'list'],
    ['/news', 'list'],
    ['/NEWS/', 'list'],
    ['/News/7', 'article'],
    ['/admin/member', 'members'],
    ['/Home/data.source', 'data'],
  ])('finds the page of %s', (pathname, file) => {
    expect(fileOf(pathname)).toBe(file)
  })

  it.each(['/New', '/Newsx', '/News/7/8', '/Home/dataXsource', '//', '/Admin/Member/x'])(
    'has no page at %j',
    (pathname) => {
      expect(fileOf(pathname)).toBe(undefined)
    },
  )

  it('decodes parameters and leaves malformed ones unchanged', () => {
    expect(matchRoute(routes, '/News/%E5%A4%A7')?.params).toEqual({ id: '大' })
    expect(matchRoute(routes, '/News/%E5%A4')?.params).toEqual({ id: '%E5%A4' })
  })

  it('normalises the spelling of an address', () => {
    expect(pathOf(matchRoute(routes, '/nEWS/a%20b')!)).toBe('/News/a%20b')
  })
})

describe('the router base', () => {
  it.each([
    ['/News', '/', '/News'],
    ['/contest', '/contest', '/'],
    ['/contest/News', '/contest', '/News'],
    ['/Contest/News', '/contest', '/News'],
    ['/contested', '/contest', undefined],
    ['/News', '/contest', undefined],
  ])('takes %s under %s as %s', (pathname, base, inside) => {
    expect(withoutBase(pathname, base)).toBe(inside)
  })

  it('is prepended to paths', () => {
    expect([withBase('/', '/contest'), withBase('/News', '/contest'), withBase('/News', '/')]).toEqual([
      '/contest',
      '/contest/News',
      '/News',
    ])
  })
})

it('leaves malformed segments unchanged', () => {
  expect([decode('%E6%8A%A5'), decode('%'), decode('plain')]).toEqual(['报', '%', 'plain'])
})
