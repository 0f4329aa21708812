import { expect, test } from 'vitest'
import { changedLocales, emptyFields, mergeEdits, textsOf } from './document-texts.ts'

const source = (version: number, body: string) => ({
  version,
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': body, 'en-US': body },
})

test('lists the languages with changes', () => {
  const first = source(1, 'a')
  expect(changedLocales(first, textsOf(first))).toEqual([])
  const typed = textsOf(first)
  typed.body['en-US'] = 'b'
  typed.title['id-ID'] = 'Kebijakan privasi'
  expect(changedLocales(first, typed)).toEqual(['en-US', 'id-ID'])
})

test('typed texts stay, and the rest is what another user has published since', () => {
  const typed = textsOf(source(1, 'a'))
  typed.body['en-US'] = 'b'
  const kept = mergeEdits(source(1, 'a'), typed, source(2, 'c'))
  expect([kept.body['en-US'], kept.body['zh-CN']]).toEqual(['b', 'c'])
})

test('missing titles and texts are reported with their language', () => {
  const typed = textsOf(source(1, 'a'))
  typed.body['zh-CN'] = ' \n'
  expect(emptyFields(typed).map(({ path }) => path)).toEqual([
    'body.zh-CN',
    'title.zh-TW',
    'body.zh-TW',
    'title.pt-BR',
    'body.pt-BR',
    'title.id-ID',
    'body.id-ID',
  ])
})
