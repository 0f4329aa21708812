import { partKinds } from '@lectern/contract/works/work-values.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCover, linesOf } from './drawn-cover.ts'

test.for([
  ['', []],
  ['光的折射', ['光的折射']],
  [
    '从“看见”到“看懂”：基于虚拟仿真的光的折射探究式教学',
    ['从“看见”到“看', '懂”：基于虚拟仿真的', '光的折射探究式教学'],
  ],
  ['Teaching the water cycle with sensors', ['Teaching the water', 'cycle with sensors']],
  ['A'.repeat(200), ['A'.repeat(17), 'A'.repeat(17), `${'A'.repeat(16)}…`]],
  ['一'.repeat(80), ['一'.repeat(13), '一'.repeat(13), `${'一'.repeat(12)}…`]],
  [`${'一'.repeat(13)}。二`, ['一'.repeat(8), `${'一'.repeat(5)}。二`]],
] as const)('a title is broken into lines that fit: %s', ([title, lines]) => {
  expect(linesOf(title)).toEqual(lines)
})

test('a title is shown as it was typed, whatever it contains', () => {
  const drawing = drawCover({ title: '<script>"&\u0000\u0007</script>', kind: 'video' })
  expect(/<text [^>]*>(.*?)<\/text>/.exec(drawing)![1]).toBe('&lt;script&gt;"&amp;&lt;/script&gt;')
})

test('every kind has a drawing of its own size that can be read', async () => {
  // The program opens this reader for its own drawings only.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  for (const kind of partKinds) {
    const { format, width, height } = await sharp(Buffer.from(drawCover({ title: '光的折射', kind }))).metadata()
    expect([kind, format, width, height]).toEqual([kind, 'svg', 480, 270])
  }
  sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] })
})

test('a title always has the same colors, and other titles mostly have others', () => {
  const colorOf = (title: string) => /stop-color="(#\w+)"/.exec(drawCover({ title, kind: 'video' }))![1]
  const titles = Array.from({ length: 40 }, (_, at) => `作品 ${at}`)
  expect(titles.map(colorOf)).toEqual(titles.map(colorOf))
  expect(new Set(titles.map(colorOf)).size).toBe(8)
})
