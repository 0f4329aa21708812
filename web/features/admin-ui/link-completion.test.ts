import { expect, test } from 'vitest'
import { completeLink } from './link-completion.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['/News', '/News'],
  ['mailto:office@example.org', 'mailto:office@example.org'],
  ['tel:+8610', 'tel:+8610'],
  [' www.moe.gov.cn/notice?id=1 ', 'https://www.moe.gov.cn/notice?id=1'],
  ['教育部.中国', 'https://教育部.中国'],
  ['office@example.org', 'mailto:office@example.org'],
])('%s becomes %s', (typed, expected) => {
  expect(completeLink(typed)).toBe(expected)
})

test.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'two words',
  'word',
  'file:///x',
])('%j is not a link', (typed) => {
  expect(completeLink(typed)).toBeUndefined()
})
