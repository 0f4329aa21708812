import { blankOf, sectionShapes, type SectionType } from '@lectern/contract/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/sections.ts'
import { expect, it } from 'vitest'
import { mergeSections } from './draft-merge.ts'

const section = (id: string, content: object = {}, type: SectionType = 'richText', more: object = {}): WrittenSection =>
  ({
    id,
    block: id.toUpperCase(),
    type,
    visible: true,
    content: { ...blankOf(sectionShapes[type]), ...content },
    ...more,
  }) as WrittenSection

const titled = (id: string, title: object): WrittenSection => section(id, { title })
const [a, b, c] = [titled('a', { 'zh-CN': '甲' }), titled('b', { 'zh-CN': '乙' }), titled('c', { 'zh-CN': '丙' })]
const idsOf = (sections: readonly WrittenSection[]) => sections.map(({ id }) => id)

it('what was typed and what was stored meanwhile stand side by side, language by language', () => {
  const typed = [titled('a', { 'zh-CN': '甲', 'en-US': 'A' }), b]
  const stored = [titled('a', { 'zh-CN': '甲甲' }), { ...b, visible: false }]
  expect(mergeSections([a, b], typed, stored)).toEqual([
    titled('a', { 'zh-CN': '甲甲', 'en-US': 'A' }),
    { ...b, visible: false },
  ])
})

it('where both wrote the same text, what was typed here stays in the editor', () => {
  const typed = [titled('a', { 'zh-CN': '我的' })]
  expect(mergeSections([a], typed, [titled('a', { 'zh-CN': '同事的' })])).toEqual(typed)
})

it('items are merged one by one while their number is the same; else the list that was typed stays', () => {
  const list = (...answers: string[]) =>
    section('f', { items: answers.map((text) => ({ question: { 'zh-CN': text }, answer: {} })) }, 'faq')
  expect([
    mergeSections([list('一', '二')], [list('壹', '二')], [list('一', '贰')]),
    mergeSections([list('一', '二')], [list('一', '二', '三')], [list('一', '贰')]),
    mergeSections([list('一', '二')], [list('一', '二')], [list('一')]),
  ]).toEqual([[list('壹', '贰')], [list('一', '二', '三')], [list('一')]])
})

it('what one side removed is gone, unless the other side has written in it', () => {
  const changed = titled('b', { 'zh-CN': '乙乙' })
  expect([
    mergeSections([a, b], [a], [a, b]),
    mergeSections([a, b], [a, b], [a]),
    mergeSections([a, b], [a], [a, changed]),
    mergeSections([a, b], [a, changed], [a]),
  ]).toEqual([[a], [a], [a, changed], [a, changed]])
})

it('new sections of both stay, each after what it was put after', () => {
  const [mine, theirs] = [titled('m', {}), titled('t', {})]
  expect(idsOf(mergeSections([a, b], [a, mine, b], [a, b, theirs]))).toEqual(['a', 'm', 'b', 't'])
})

it('an order made here stays; where none was made, the one stored meanwhile is taken', () => {
  expect([
    idsOf(mergeSections([a, b, c], [c, a, b], [b, a, c])),
    idsOf(mergeSections([a, b, c], [a, b, c], [b, c, a])),
  ]).toEqual([
    ['c', 'a', 'b'],
    ['b', 'c', 'a'],
  ])
})
