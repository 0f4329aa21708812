import { blankOf, sectionShapes } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { expect, it } from 'vitest'
import { changesForVisitors } from './page-changes.ts'

const section = (id: string, title = id, visible = true): WrittenSection =>
  ({
    id,
    block: id,
    type: 'richText',
    visible,
    content: { ...blankOf(sectionShapes.richText), title: { 'en-US': title } },
  }) as WrittenSection

const none = { added: [], removed: [], changed: [], reordered: false }

it('lists added, removed and changed sections', () => {
  const [gone, kept, next, fresh] = [section('A'), section('B'), section('B', 'Other'), section('C')]
  expect(changesForVisitors([gone, kept], [next, fresh])).toEqual({
    added: [fresh],
    removed: [gone],
    changed: [next],
    reordered: false,
  })
})

it('hiding removes, showing adds; sections that stay hidden are ignored', () => {
  const [shown, hidden] = [section('A'), section('A', 'A', false)]
  expect([
    changesForVisitors([shown], [hidden]),
    changesForVisitors([hidden], [shown]),
    changesForVisitors([hidden], [section('A', 'Other', false)]),
  ]).toEqual([{ ...none, removed: [shown] }, { ...none, added: [shown] }, none])
})

it('reports a changed order, but not sections added in between', () => {
  const [a, b, c] = [section('A'), section('B'), section('C')]
  expect([
    changesForVisitors([a, b], [b, a]).reordered,
    changesForVisitors([a, b], [a, c, b]).reordered,
    changesForVisitors([c, a, b], [a, b]).reordered,
  ]).toEqual([true, false, false])
})

it('an empty language is the same as none', () => {
  const typed = section('A')
  Object.assign(typed.content, { title: { 'en-US': 'A', 'zh-CN': ' ' } })
  expect(changesForVisitors([section('A')], [typed])).toEqual(none)
})

it('ignores the scope attributes that storing adds to table headings', () => {
  const table = (head: string): WrittenSection => {
    const plain = section('A')
    return {
      ...plain,
      content: { ...plain.content, text: { 'en-US': `<table><tr>${head}</tr></table>` } },
    } as WrittenSection
  }
  expect(changesForVisitors([table('<th>Day</th>')], [table('<th scope="col">Day</th>')])).toEqual(none)
})
