import { expect, it } from 'vitest'
import { anchored, contentsOf } from './anchors.ts'

it('gives every chapter an anchor, in order', () => {
  expect(anchored('<h2>One &amp; <em>all</em></h2><p>a</p><h3>Not this</h3><h2>Two</h2>', 'General')).toEqual({
    html: '<h2 id="General-1">One &amp; <em>all</em></h2><p>a</p><h3>Not this</h3><h2 id="General-2">Two</h2>',
    anchors: [
      { id: 'General-1', text: 'One & all' },
      { id: 'General-2', text: 'Two' },
    ],
  })
})

it('leaves text without chapters as it is', () => {
  expect(anchored('<p>a</p>', 'General')).toEqual({ html: '<p>a</p>', anchors: [] })
})

it('lists titled sections with their chapters', () => {
  const shown = { id: '1', locale: 'en-US' as const }
  const sections = [
    { ...shown, block: 'General', type: 'richText' as const, content: { title: 'General', text: '<h2>Aims</h2>' } },
    { ...shown, block: 'Silent', type: 'richText' as const, content: { title: '', text: '<h2>Not listed</h2>' } },
    {
      ...shown,
      block: 'Activities',
      type: 'activityRules' as const,
      content: { title: 'Activities', lead: '' },
      data: {
        list: [
          { id: '' as never, name: 'Without rules', locale: 'en-US' as const, rules: '' },
          { id: '' as never, name: 'Lessons', locale: 'en-US' as const, rules: '<p>Be good</p>' },
        ],
      },
    },
  ]
  expect(contentsOf(sections)).toEqual([
    { id: 'General', text: 'General', inside: [{ id: 'General-1', text: 'Aims' }] },
    { id: 'Activities', text: 'Activities', inside: [{ id: 'Activities-1', text: 'Lessons' }] },
  ])
})
