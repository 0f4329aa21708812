import { expect, test } from 'vitest'
import { localizedLine } from './localized-fields.ts'

test('a title keeps its punctuation and superscripts, and loses invisible characters', () => {
  expect(localizedLine(200).parse({ 'zh-CN': ' 课堂：（一）\u200B，二！ ', 'pt-BR': '8º Concurso' })).toEqual({
    'zh-CN': '课堂：（一），二！',
    'pt-BR': '8º Concurso',
  })
})

test('a title is one line', () => {
  expect(localizedLine(200).safeParse({ 'en-US': 'one\ntwo' }).success).toBe(false)
})
