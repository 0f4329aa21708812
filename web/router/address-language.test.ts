import { expect, test } from 'vitest'
import { carryLanguage } from './address-language.ts'

const here = 'https://site.cn/contest/News?page=2&lang=pt-BR'

test.each([
  [
    'a page opened from the view',
    'https://site.cn/contest/Rules?x=1#a',
    'https://site.cn/contest/Rules?x=1&lang=pt-BR#a',
  ],
  ['a page that names its own language', 'https://site.cn/contest/?lang=id-ID', 'https://site.cn/contest/?lang=id-ID'],
  ['a page of another site', 'https://other.cn/contest/', 'https://other.cn/contest/'],
  ['what is not below the base', 'https://site.cn/api/files/1', 'https://site.cn/api/files/1'],
])('%s', (_name, target, carried) => {
  expect(carryLanguage(new URL(target), here, '/contest').href).toBe(carried)
})

test('files and API addresses are not changed', () => {
  for (const path of ['/api/files/1', '/feed.xml', '/calendar.ics'])
    expect(carryLanguage(new URL(path, here), 'https://site.cn/?lang=pt-BR', '/').pathname).toBe(path)
  expect(carryLanguage(new URL('/feed.xml', here), 'https://site.cn/?lang=pt-BR', '/').search).toBe('')
})

test('an unknown language is ignored', () => {
  const target = new URL('https://site.cn/Rules')
  expect(carryLanguage(target, 'https://site.cn/?lang=xx', '/').href).toBe(target.href)
})
