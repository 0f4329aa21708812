import { expect, test } from 'vitest'
import { cleanCff, cleanSfnt, cleanType1 } from './font-files.ts'

/** A font with one table. */
const sfntOf = (tag: string, table: Buffer): Buffer => {
  const head = Buffer.alloc(28)
  head.write('OTTO', 0, 'latin1')
  head.writeUInt16BE(1, 4)
  head.write(tag, 12, 'latin1')
  head.writeUInt32BE(head.length, 20)
  head.writeUInt32BE(table.length, 24)
  return Buffer.concat([head, table])
}

test('a font has only tables that draw', () => {
  expect(cleanSfnt(sfntOf('glyf', Buffer.from('outlines'))).includes('outlines')).toBe(true)
  expect(cleanSfnt(sfntOf('name', Buffer.from('Wang Fang'))).includes('Wang Fang')).toBe(false)
})

test('a table of outlines that no reader draws with is emptied', () => {
  expect(cleanSfnt(sfntOf('CFF ', Buffer.from('Wang Fang drew this'))).includes('Wang')).toBe(false)
})

const indexOf = (...items: string[]): Buffer => {
  let offset = 1
  const offsets = [1, ...items.map((item) => (offset += item.length))]
  return Buffer.concat([
    Buffer.of(0, items.length, 1),
    Buffer.of(...offsets),
    ...items.map((item) => Buffer.from(item, 'latin1')),
  ])
}

/** A number of the head of a font, in five bytes. */
const long = (value: number): string => {
  const bytes = Buffer.of(29, 0, 0, 0, 0)
  bytes.writeInt32BE(value, 1)
  return bytes.toString('latin1')
}

/** A font of two glyphs; `operators`: what its head says beside where those are. */
const cffOf = (operators: string, strings: string[], secondName: number): Buffer => {
  const build = (start: number): Buffer => {
    const head = `${operators}${long(start)}\u000f${long(start + 3)}\u0011`
    const before = [Buffer.of(1, 0, 4, 1), indexOf('WangFang'), indexOf(head), indexOf(...strings), Buffer.of(0, 0)]
    const names = Buffer.of(0, secondName >> 8, secondName & 255)
    return Buffer.concat([...before, names, indexOf('\u000e', '\u000e')])
  }
  // The lists are at its end, and as long wherever they begin.
  return build(build(0).length - 3 - indexOf('\u000e', '\u000e').length)
}

test('of the texts in a font only the names of its glyphs stay', () => {
  const notice = `${long(391)}\u0001`
  const named = cffOf(notice, ['Notice of Wang', 'glyph.one', 'Wang Fang'], 392)
  expect(named.includes('Wang')).toBe(true)
  const cleaned = cleanCff(named)
  expect([cleaned.length, cleaned.includes('Wang'), cleaned.includes('glyph.one')]).toEqual([named.length, false, true])
})

test('a font whose glyphs have numbers keeps no text but the set that the numbers belong to', () => {
  const registry = `${long(391)}${long(392)}${long(0)}\u000c\u001e`
  const numbered = cffOf(registry, ['Adobe', 'Identity', 'ABCDEF+WangFang-Regular'], 393)
  const cleaned = cleanCff(numbered)
  expect([cleaned.includes('Wang'), cleaned.includes('Adobe'), cleaned.includes('Identity')]).toEqual([
    false,
    true,
    true,
  ])
})

test.for([0, 21])('the head of a Type 1 font has no texts, and nothing follows its end: of %s bytes', (tail) => {
  const head = '%!Font of Wang\n/Author (100% by (Wang) Fang \\) ) def % Wang\n/FontName /Wang def currentfile eexec\n'
  const { data, lengths } = cleanType1(Buffer.from(`${head}binary\n000\ncleartomark Wang`), tail)
  expect(data.subarray(0, lengths[0]).toString()).toBe(
    '%!PS-AdobeFont-1.0\n\n/Author () def \n/FontName /Font def currentfile eexec\n',
  )
  expect(
    data
      .subarray(lengths[0], lengths[0] + lengths[1])
      .toString()
      .trim(),
  ).toBe('binary')
  expect(data.subarray(-lengths[2]).toString()).toMatch(/^[0\n]+cleartomark\n$/)
})
