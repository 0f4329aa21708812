import { expect, test } from 'vitest'
import { mergeEdits, isSameValue } from './merge-edits.ts'

test('typed values stay, everything else takes the stored values', () => {
  const before = { title: { 'zh-CN': '旧', 'en-US': 'Old' }, link: '/a', fields: ['ai'], visible: true }
  const typed = { title: { 'zh-CN': '旧', 'en-US': 'Typed' }, link: '/a', fields: ['ai', 'media'], visible: true }
  const now = { title: { 'zh-CN': '新', 'en-US': 'New' }, link: '/b', fields: [], visible: false }
  expect(mergeEdits(before, typed, now)).toEqual({
    title: { 'zh-CN': '新', 'en-US': 'Typed' },
    link: '/b',
    fields: ['ai', 'media'],
    visible: false,
  })
})

test('a language that another user has added is included', () => {
  expect(mergeEdits({ title: {} }, { title: { 'zh-CN': '' } }, { title: { 'pt-BR': 'Novo' } })).toEqual({
    title: { 'pt-BR': 'Novo' },
  })
})

test.each([
  [{ a: '' }, {}, true],
  [{ a: null }, { a: undefined }, true],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }, false],
  [['x'], ['x'], true],
  [['x'], [], false],
  [false, true, false],
])('%j and %j are the same: %s', (one, other, expected) => {
  expect(isSameValue(one, other)).toBe(expected)
})
