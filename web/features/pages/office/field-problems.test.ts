import { expect, it } from 'vitest'
import { locateProblems, problemAt } from './field-problems.ts'
import { newSection } from './section-content.ts'

it('a problem is shown at its section, even if that was moved', () => {
  const [first, second] = [newSection('faq', 'One'), newSection('cards', 'Two')]
  const problems = [
    { path: 'sections.1.content.items.0.href', message: 'Not a link' },
    { path: 'sections.7.block', message: 'Unknown' },
    { path: 'version', message: 'Too old' },
  ]
  expect(locateProblems(problems, [first, second])).toEqual([
    { path: `${second.id}.content.items.0.href`, message: 'Not a link', section: second },
    { path: 'sections.7.block', message: 'Unknown', section: undefined },
    { path: 'version', message: 'Too old', section: undefined },
  ])
})

it('a changed field, or one in a changed list, has no problem any more', () => {
  const problems = [{ path: 'a.content.items.1.href', message: 'Not a link' }]
  const answeredProblems = [
    [],
    ['a.content.items.1.href'],
    ['a.content.items'],
    ['a.content.items.1.href2'],
    ['a.content.title'],
  ].map((changed) => problemAt(problems, changed, 'a.content.items.1.href'))
  expect(answeredProblems).toEqual(['Not a link', undefined, undefined, 'Not a link', 'Not a link'])
})
