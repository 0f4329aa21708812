import { sectionShapes } from '@lectern/contract/pages/section-shapes.ts'
import { writtenSection } from '@lectern/contract/pages/sections.ts'
import { expect, it } from 'vitest'
import { planForm, type FieldPlan } from './field-plan.ts'
import { newSection, withContent } from './section-content.ts'

it('a form follows from a shape: every field in order, with its path and limits', () => {
  expect(planForm(sectionShapes.figures, 'id.content', 'pt-BR')).toEqual([
    { field: 'title', path: 'id.content.title.pt-BR', control: 'line', most: 200, language: 'pt-BR' },
    { field: 'live', path: 'id.content.live', control: 'flag' },
    {
      field: 'items',
      path: 'id.content.items',
      control: 'items',
      shape: { label: 'line', value: 'plain' },
      most: 60,
    },
  ])
  expect(planForm(sectionShapes.materialList, 'm', 'zh-CN').slice(2)).toEqual([
    {
      field: 'category',
      path: 'm.category',
      control: 'choice',
      choices: sectionShapes.materialList.category.choice,
    },
    { field: 'most', path: 'm.most', control: 'count', least: 1, most: 30 },
  ])
})

const maxOf = (plans: readonly FieldPlan[], field: string): number =>
  (plans.find((plan) => plan.field === field) as { most: number }).most

it('the limits are those of the contract', () => {
  const plans = planForm(sectionShapes.cards, '', 'zh-CN')
  const items = plans.find((plan) => plan.control === 'items')!
  const inside = planForm(sectionShapes.cards.items[0], '', 'zh-CN')
  const accepts = (more: number): boolean[] => {
    const card = (title: number, text: number, href: number) => ({
      title: { 'zh-CN': 'x'.repeat(title) },
      text: { 'zh-CN': 'x'.repeat(text) },
      href: `/${'x'.repeat(href - 1)}`,
    })
    const [line, lines, link] = [maxOf(inside, 'title'), maxOf(inside, 'text'), maxOf(inside, 'href')]
    const contents = [
      [card(line + more, 1, 1)],
      [card(1, lines + more, 1)],
      [card(1, 1, link + more)],
      Array.from({ length: items.most + more }, () => card(1, 1, 1)),
    ].map((list) => ({ title: {}, lead: {}, numbered: false, items: list }))
    return contents.map(
      (content) => writtenSection.safeParse(withContent(newSection('cards', 'Cards'), content)).success,
    )
  }
  expect([accepts(0), accepts(1)]).toEqual([
    [true, true, true, true],
    [false, false, false, false],
  ])
})
