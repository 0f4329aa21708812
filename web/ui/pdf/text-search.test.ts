import { expect, test } from 'vitest'
import { findHits, firstHitFrom, foldText, steppedHit } from './text-search.ts'

const line = (text: string) => ({ text, endsLine: true })
const piece = (text: string) => ({ text, endsLine: false })
const pageOf = (...pieces: ReturnType<typeof line>[]) => foldText(pieces)

/** What is found, as it stands in the pieces. */
const placesOf = (pieces: ReturnType<typeof line>[], query: string) =>
  findHits([foldText(pieces)], query).map(({ parts }) =>
    parts.map(({ piece: at, from, to }) => `${at}:${pieces[at]!.text.slice(from, to)}`),
  )

test('case, accents and the width of characters make no difference', () => {
  expect(placesOf([line('Avaliação e ＡＶＡＬＩＡ\u00c7\u00c3O, avaliac\u0327a\u0303o')], 'avaliacao')).toEqual([
    ['0:Avaliação'],
    ['0:ＡＶＡＬＩＡÇÃO'],
    ['0:avaliac\u0327a\u0303o'],
  ])
})

test('Chinese is found across lines and pieces, with and without spaces', () => {
  expect(placesOf([line('光的折'), line('射 实 验')], '折射实验')).toEqual([['0:折', '1:射 实 验']])
  expect(placesOf([piece('光'), piece('的'), piece(' '), piece('折射')], '的 折射')).toEqual([['1:的', '3:折射']])
})

test('other words are found across lines, and not across words', () => {
  expect(placesOf([line('the water'), line('cycle')], 'Water  cycle')).toEqual([['0:water', '1:cycle']])
  expect(placesOf([line('the bar tells')], 'art')).toEqual([])
})

test('characters of several units keep their place', () => {
  expect(placesOf([line('𠮷野 ﬁn 😀')], 'fin')).toEqual([['0:ﬁn']])
  expect(placesOf([line('𠮷野')], '野')).toEqual([['0:野']])
  expect(placesOf([line('a 😀 b')], '😀')).toEqual([['0:😀']])
})

test('hits do not overlap, and an empty search finds nothing', () => {
  expect(placesOf([line('aaaa')], 'aa')).toEqual([['0:aa'], ['0:aa']])
  expect(placesOf([line('a  b')], '  ')).toEqual([])
})

test('hits are in the order of the pages, and end at a thousand', () => {
  const pages = [pageOf(line('x')), pageOf(line('光')), pageOf(), pageOf(line('光 光'))]
  expect(findHits(pages, '光').map(({ page }) => page)).toEqual([2, 4, 4])
  expect(findHits([pageOf(line('光'.repeat(5_000)))], '光').length).toBe(999)
})

test('a search begins at the page that is read, and goes round', () => {
  const hits = [2, 4, 4, 9].map((page) => ({ page, parts: [] }))
  expect([1, 2, 3, 4, 9, 10].map((page) => firstHitFrom(hits, page))).toEqual([0, 0, 1, 1, 3, 0])
  expect([steppedHit(4, 3, 1), steppedHit(4, 0, -1), steppedHit(0, 0, 1)]).toEqual([0, 3, 0])
})
