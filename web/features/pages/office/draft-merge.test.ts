import { blankOf, sectionShapes, type SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
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

it('typed texts and stored changes are merged by language', () => {
  const typed = [titled('a', { 'zh-CN': '甲', 'en-US': 'A' }), b]
  const stored = [titled('a', { 'zh-CN': '甲甲' }), { ...b, visible: false }]
  expect(mergeSections([a, b], typed, stored)).toEqual([
    titled('a', { 'zh-CN': '甲甲', 'en-US': 'A' }),
    { ...b, visible: false },
  ])
})

it('when both changed the same text, the typed one stays', () => {
  const typed = [titled('a', { 'zh-CN': '我的' })]
  expect(mergeSections([a], typed, [titled('a', { 'zh-CN': '同事的' })])).toEqual(typed)
})

it('items are merged one by one if their number is the same; otherwise the typed list stays', () => {
  const list = (...answers: string[]) =>
    section('f', { items: answers.map((text) => ({ question: { 'zh-CN': text }, answer: {} })) }, 'faq')
  expect([
    mergeSections([list('一', '二')], [list('壹', '二')], [list('一', '贰')]),
    mergeSections([list('一', '二')], [list('一', '二', '三')], [list('一', '贰')]),
    mergeSections([list('一', '二')], [list('一', '二')], [list('一')]),
  ]).toEqual([[list('壹', '贰')], [list('一', '二', '三')], [list('一')]])
})

it('a section that one side removed is gone, unless the other side has changed it', () => {
  const changed = titled('b', { 'zh-CN': '乙乙' })
  expect([
    mergeSections([a, b], [a], [a, b]),
    mergeSections([a, b], [a, b], [a]),
    mergeSections([a, b], [a], [a, changed]),
    mergeSections([a, b], [a, changed], [a]),
  ]).toEqual([[a], [a], [a, changed], [a, changed]])
})

it('new sections of both sides stay, each after its predecessor', () => {
  const [mine, theirs] = [titled('m', {}), titled('t', {})]
  expect(idsOf(mergeSections([a, b], [a, mine, b], [a, b, theirs]))).toEqual(['a', 'm', 'b', 't'])
})

it('an order changed here stays; otherwise the stored order is used', () => {
  expect([
    idsOf(mergeSections([a, b, c], [c, a, b], [b, a, c])),
    idsOf(mergeSections([a, b, c], [a, b, c], [b, c, a])),
  ]).toEqual([
    ['c', 'a', 'b'],
    ['b', 'c', 'a'],
  ])
})
