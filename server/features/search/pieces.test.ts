import { describe, expect, test } from 'vitest'
import { cut, excerptOf, plainMarkdown, plainOf, searchedIn } from './pieces.ts'

test('markup and its entities are not part of a text', () => {
  expect(plainOf('<h2>一</h2><p>a &amp; b&nbsp;&lt;c&gt;</p>\n<p>d</p>')).toBe('一 a & b <c> d')
})

describe('what is looked for', () => {
  test.each([
    ['Ｄｉｇｉｔａｌ  textbook', ['textbook', 'digital']],
    ['数字教材', ['数字教材', '数字', '字教', '教材']],
    ['AI赋能', ['ai', '赋能']],
    ['…！', []],
  ])('%s', (q, searchText) => {
    expect(searchedIn(q)).toEqual(searchText)
  })
})

describe('a text in pieces', () => {
  test('shows what was found, whatever its case', () => {
    expect(cut('Digital textbooks', ['textbook', 'digital'])).toEqual([
      { text: 'Digital', found: true },
      { text: ' ', found: false },
      { text: 'textbook', found: true },
      { text: 's', found: false },
    ])
  })

  test('joins what stands together', () => {
    expect(cut('数字与教材，数字教材', searchedIn('数字教材'))).toEqual([
      { text: '数字', found: true },
      { text: '与', found: false },
      { text: '教材', found: true },
      { text: '，', found: false },
      { text: '数字教材', found: true },
    ])
  })

  test('takes signs of patterns for what they are', () => {
    expect(cut('a.c abc', ['a.c'])).toEqual([
      { text: 'a.c', found: true },
      { text: ' abc', found: false },
    ])
  })
})

test('Markdown is read without its signs', () => {
  const text =
    '## Plan\n\n- **First** step, see [the rules](/Rules)\n1. `run` it\n\n| a | b |\n|---|---|\n| 1_000 | 2*3 |'
  expect(plainOf(plainMarkdown(text))).toBe('Plan First step, see the rules run it a b 1_000 2*3')
})

test('an excerpt is cut around what was found', () => {
  const text = `${'字'.repeat(100)}教材${'文'.repeat(300)}`
  expect(excerptOf(text, ['教材'])).toEqual([
    { text: `…${'字'.repeat(40)}`, found: false },
    { text: '教材', found: true },
    { text: `${'文'.repeat(118)}…`, found: false },
  ])
  expect(excerptOf('短文', ['教材'])).toEqual([{ text: '短文', found: false }])
})
