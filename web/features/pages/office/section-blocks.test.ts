import { expect, it } from 'vitest'
import { absentBlocks, blockProblem, freeBlock } from './section-blocks.ts'

const blocks = (...names: string[]) => names.map((block) => ({ block }))

it('a block must be unique, case-insensitive', () => {
  const others = [
    { id: '1', block: 'Feature1' },
    { id: '2', block: 'Feature2' },
    // An invalid block conflicts with nothing.
    { id: '3', block: 'feature3' },
  ]
  const problems = ['Feature1', ' FEATURE1', 'Feature2', 'Feature3', 'feature4', 'Two words', '', 'A'.repeat(32)].map(
    (block) => blockProblem(others, { id: '2', block }),
  )
  expect(problems).toEqual(['taken', 'taken', undefined, undefined, 'form', 'form', 'form', 'form'])
})

it('lists known addresses without a section', () => {
  expect(absentBlocks('MATE', blocks('FEATURE51', 'Other'))).toEqual(['Feature50'])
})

it('a new section gets a known address that is free, or one named after its type', () => {
  expect([
    freeBlock('MATE', 'faq', blocks('Feature50')),
    freeBlock('MATE', 'faq', blocks('Feature50', 'Feature51')),
    freeBlock('Rules', 'richText', blocks('RichText1', 'richtext2')),
  ]).toEqual(['Feature51', 'Faq1', 'RichText3'])
})
