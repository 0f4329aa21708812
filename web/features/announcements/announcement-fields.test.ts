import { missingTexts } from '@lectern/contract/announcements/announcement-values.ts'
import { expect, test } from 'vitest'
import { audienceOf, contentOf, fieldsOf } from './announcement-fields.ts'
import { insertAt } from './insert-text.ts'

const nothing = contentOf(fieldsOf(undefined))

test('conditions about teams are dropped when the audience has no teams', () => {
  const audience = { ...nothing.audience, states: ['draft' as const], captainsOnly: true, provinces: ['440000'] }
  expect(audienceOf(audience)).toEqual(audience)
  expect(audienceOf({ ...audience, to: 'expert' })).toEqual({
    ...nothing.audience,
    to: 'expert',
    provinces: ['440000'],
  })
})

test('a language is finished when it has a title and a body; one language is enough', () => {
  expect(missingTexts(nothing, 'pt-BR')).toEqual([
    { part: 'title', locale: 'pt-BR' },
    { part: 'body', locale: 'pt-BR' },
  ])
  const half = { ...nothing, title: { 'zh-CN': '一', 'en-US': 'One' }, body: { 'zh-CN': '二' } }
  expect(missingTexts(half, 'pt-BR')).toEqual([{ part: 'body', locale: 'en-US' }])
  expect(missingTexts({ ...half, title: { 'zh-CN': '一' } }, 'pt-BR')).toEqual([])
})

test('a placeholder is inserted at the cursor and replaces the selection', () => {
  expect(insertAt('Dear you!', '{name}', 5, 8)).toEqual({ text: 'Dear {name}!', cursor: 11 })
  expect(insertAt('', '{team}', 0, 0)).toEqual({ text: '{team}', cursor: 6 })
})
