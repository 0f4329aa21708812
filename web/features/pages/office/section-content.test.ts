import { sectionTypes } from '@lectern/contract/pages/section-shapes.ts'
import { writtenSection } from '@lectern/contract/pages/sections.ts'
import { expect, it } from 'vitest'
import { languagesOf, movedItem, newSection, tidy, titleOf, withContent } from './section-content.ts'

it.each(sectionTypes)('a new section of type %s can be saved', (type) => {
  const section = newSection(type, 'Block1')
  expect(writtenSection.safeParse(tidy(section)).data).toEqual(section)
})

it('is sent without empty languages, and with every other value', () => {
  const cards = withContent(newSection('cards', ' Cards '), {
    title: { 'zh-CN': '卡片', 'en-US': ' ' },
    lead: { 'pt-BR': '' },
    numbered: true,
    items: [{ title: { 'id-ID': 'Satu', 'zh-TW': '' }, text: {}, href: '' }],
  })
  expect(tidy(cards)).toEqual({
    ...cards,
    block: 'Cards',
    content: {
      title: { 'zh-CN': '卡片' },
      lead: {},
      numbered: true,
      items: [{ title: { 'id-ID': 'Satu' }, text: {}, href: '' }],
    },
  })
})

it('is named by its title in the reader’s language, or in any', () => {
  const text = withContent(newSection('richText', 'Text'), { title: { 'zh-CN': '介绍' }, text: {} })
  expect([titleOf(text, 'pt-BR'), titleOf(newSection('document', 'Document'), 'pt-BR')]).toEqual(['介绍', ''])
})

it('a language counts as written once it is typed, and stays outdated until it is saved', () => {
  const text = (title: object) => withContent(newSection('richText', 'Text'), { title, text: {} })
  const stored = { 'zh-CN': 'current', 'en-US': 'outdated', 'pt-BR': 'missing' } as const
  expect(languagesOf(text({ 'zh-CN': '一', 'en-US': 'One', 'pt-BR': 'Um' }), stored)).toEqual({
    'zh-CN': 'current',
    'zh-TW': 'missing',
    'en-US': 'outdated',
    'id-ID': 'missing',
    'pt-BR': 'current',
  })
})

it('an item is moved to another position', () => {
  expect([movedItem(['a', 'b', 'c'], 0, 2), movedItem(['a', 'b', 'c'], 2, 1)]).toEqual([
    ['b', 'c', 'a'],
    ['a', 'c', 'b'],
  ])
})
