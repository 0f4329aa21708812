import { describe, expect, it } from 'vitest'
import { keepRedirect, safeRedirect } from './redirect.ts'

const origin = 'https://contest.example'

describe('after signing in, a path of this site is accepted', () => {
  it.each([
    ['/', '/'],
    ['/Welcome', '/Welcome'],
    ['/account/settings?tab=security#sessions', '/account/settings?tab=security#sessions'],
    ['/News?search=%E8%AF%BE', '/News?search=%E8%AF%BE'],
    ['/News/a%5Cb', '/News/a%5Cb'],
    ['/a/../News', '/News'],
    ['/user:name@e.example/', '/user:name@e.example/'],
  ])('%j', (raw, path) => {
    expect(safeRedirect(raw, origin, '/')).toBe(path)
  })

  it.each([
    ['/contest/Welcome?a=1', '/Welcome?a=1'],
    ['/Contest/Welcome', '/Welcome'],
    ['/contest', '/'],
    ['/Welcome', '/Welcome'],
    ['/contestant', '/contestant'],
  ])('%j, with a router base or without it', (raw, path) => {
    expect(safeRedirect(raw, origin, '/contest')).toBe(path)
  })
})

describe('anything else is not', () => {
  it.each([
    [null],
    [''],
    ['Welcome'],
    ['//e.example'],
    ['///e.example'],
    ['/\\e.example'],
    ['\\\\e.example'],
    ['/.//e.example'],
    ['/a/..//e.example'],
    ['/%2e//e.example'],
    ['https:e.example'],
    ['https://e.example'],
    ['https:/e.example'],
    ['https://contest.example/Welcome'],
    ['https://contest.example@e.example/'],
    ['//user:word@e.example/'],
    ['%09//e.example'],
    ['\t//e.example'],
    ['/\t/e.example'],
    ['/\n/e.example'],
    ['/\r\n/e.example'],
    [' //e.example'],
    ['/News\\..\\\\e.example'],
    ['/\u0000/e.example'],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['?redirect=/'],
    ['#x'],
  ])('%j', (raw) => {
    expect(safeRedirect(raw, origin, '/')).toBe(undefined)
  })

  it.each([['/contest//e.example'], ['/contest/.//e.example'], ['//contest/Welcome']])('%j under a base', (raw) => {
    expect(safeRedirect(raw, origin, '/contest')).toBe(undefined)
  })

  it.each([
    ['/account/Login'],
    ['/account/login/?redirect=%2F'],
    ['/account/Register'],
    ['/contest/account/reviserPwd'],
  ])('%j, the page that redirected here', (raw) => {
    expect(safeRedirect(raw, origin, '/contest')).toBe(undefined)
  })
})

it('the target is passed on between the sign-in pages', () => {
  const query = new URLSearchParams({ redirect: '/News?page=2', tab: 'code' })
  expect(keepRedirect('/account/Register', query)).toBe('/account/Register?redirect=%2FNews%3Fpage%3D2')
  expect(keepRedirect('/account/Login', new URLSearchParams(), { tab: 'code' })).toBe('/account/Login?tab=code')
  expect(keepRedirect('/account/Login', new URLSearchParams())).toBe('/account/Login')
})
