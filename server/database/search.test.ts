import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { connect, type Connection } from '../platform/database/connect.ts'

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

const one = async <T>(sql: string, values: unknown[]): Promise<T> =>
  (await connection.pool.query<{ value: T }>(sql, values)).rows[0]!.value

const terms = (text: string): Promise<string> => one('select search_terms($1) as value', [text])
const query = (text: string): Promise<string> => one('select search_query($1)::text as value', [text])
const finds = (text: string, search: string): Promise<boolean> =>
  one(`select to_tsvector('simple', search_terms($1)) @@ search_query($2) as value`, [text, search])

describe('the terms of a text', () => {
  test.each([
    ['教学大赛', '教 教学 学 学大 大 大赛 赛'],
    ['赛', '赛'],
    ['Teaching Contest', 'teaching contest'],
    ['AI教学2031', 'ai 教 教学 学 2031'],
    ['ＡＩ　２０３１', 'ai 2031'],
    ['“开幕”，闭幕！', '开 开幕 幕 闭 闭幕 幕'],
    ["it's a_b-c/d", 'it s a b c d'],
    ['', ''],
    ['！？…', ''],
  ])('of %j are %j', async (text, expected) => {
    expect((await terms(text)).split(' ').toSorted()).toEqual(expected.split(' ').toSorted())
  })
})

describe('a search', () => {
  test.each([
    ['教学大赛', "'教学' & '学大' & '大赛'"],
    ['赛', "'赛'"],
    ['Teach', "'teach':*"],
    ['AI教学', "'ai':* & '教学'"],
    ['ＡＩ', "'ai':*"],
    ['', ''],
    ['!&|()<->:*\'"\\', ''],
  ])('for %j asks for %j', async (text, expected) => {
    expect(await query(text)).toBe(expected)
  })

  test.each([
    ['第八届教学大赛开幕', '教学大赛', true],
    ['第八届教学大赛开幕', '大赛 开幕', true],
    ['第八届教学大赛开幕', '赛', true],
    ['第八届教学大赛开幕', '学习', false],
    ['第八届教学大赛开幕', '大赛闭幕', false],
    ['National Teaching Contest', 'teach', true],
    ['National Teaching Contest', 'CONTEST national', true],
    ['National Teaching Contest', 'eaching', false],
    ['National Teaching Contest', 'contest x', false],
    ['ＡＩ教学', 'ai', true],
    ['AI教学', 'ＡＩ教学', true],
    ['Educação digital à distância', 'educação', true],
    ['Educação digital à distância', 'DISTÂNCIA', true],
    ['2031年3月', '2031', true],
    ["teacher's guide", "teacher's", true],
    ['Version v1.2.3', 'v1.2', true],
    ['write to info@example.org', 'info@example.org', true],
    ['see https://example.org/a?b=c', 'example.org', true],
    ['教学，大赛', '教学大赛', false],
  ])('in %j for %j: %j', async (text, search, expected) => {
    expect(await finds(text, search)).toBe(expected)
  })

  test('finds any two neighbouring Chinese characters of a text, and any word', async () => {
    const text = '关于举办第八届全国高校教师教学数字化创新大赛的通知 enrolment opens online'
    for (let start = 0; start < 24; start += 1)
      expect([start, await finds(text, text.slice(start, start + 2))]).toEqual([start, true])
    for (const word of ['enrolment', 'opens', 'online']) expect([word, await finds(text, word)]).toEqual([word, true])
  })

  test('never fails, whatever is typed', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.string({
        unit: fc.constantFrom(
          "'",
          '"',
          '\\',
          '&',
          '|',
          '!',
          '(',
          ')',
          ':',
          '*',
          '<',
          '-',
          '>',
          '%',
          '赛',
          'a',
          ' ',
          '😀',
          '\u200d',
          'Ａ',
          '\uFDFA',
        ),
        maxLength: 100,
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        text.map((typed) => typed.replaceAll('\u0000', '').toWellFormed()),
        async (typed) => {
          expect([typeof (await query(typed)), typeof (await terms(typed))]).toEqual(['string', 'string'])
        },
      ),
      propertyRuns(150),
    )
  })

  test('in a text finds the text itself', async () => {
    const words = fc.array(
      fc.constantFrom('教学', '大赛', '赛', 'Contest', 'AI', '2031', 'São', '第八届全国', 'a', 'ＡＩ'),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(words, async (list) => {
        expect(await finds(list.join(' '), list[0]!)).toBe(true)
        expect(await finds(list.join(' '), list.join(' '))).toBe(true)
      }),
      propertyRuns(100),
    )
  })
})

test('a text as long as a booklet is taken apart and found', async () => {
  const characters = Array.from({ length: 3000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 3000)))
  const sentences = Array.from({ length: 1000 }, (_, turn) =>
    Array.from({ length: 20 }, (_none, place) => characters[(turn * 31 + place * 17) % 3000]).join(''),
  )
  expect(await finds(sentences.join('，'), sentences[999]!)).toBe(true)
})
