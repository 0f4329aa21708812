/** What draws glyphs and finds them; no names, licences or signatures. */
const keptTables = new Set(
  'glyf loca head hhea hmtx maxp cmap cvt  fpgm prep post OS/2 gasp vhea vmtx VORG CFF  CFF2 GSUB GDEF'
    .match(/.{4}(?: |$)/g)!
    .map((each) => each.slice(0, 4)),
)

const copyTables = (content: Buffer, start: number): Buffer => {
  const count = content.readUInt16BE(start + 4)
  const tables: { tag: string; checksum: number; data: Buffer }[] = []
  for (let index = 0; index < count; index += 1) {
    const at = start + 12 + index * 16
    if (at + 16 > content.length) break
    const tag = content.toString('latin1', at, at + 4)
    const offset = content.readUInt32BE(at + 8)
    const data = content.subarray(offset, Math.min(content.length, offset + content.readUInt32BE(at + 12)))
    if (keptTables.has(tag)) tables.push({ tag, checksum: content.readUInt32BE(at + 4), data })
  }
  const head = Buffer.alloc(12 + tables.length * 16)
  content.copy(head, 0, start, start + 4)
  head.writeUInt16BE(tables.length, 4)
  const power = Math.floor(Math.log2(Math.max(1, tables.length)))
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(tables.length * 16 - 16 * 2 ** power < 0 ? 0 : tables.length * 16 - 16 * 2 ** power, 10)
  const pieces: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + index * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    const cleaned = tag === 'CFF ' ? cleanCff(data) : data
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    pieces.push(cleaned, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(pieces)
}

/** A TrueType or OpenType font from the tables that may stay. */
export const cleanSfnt = (data: Uint8Array): Buffer => {
  const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (content.length < 12) return content
  const isCollection = content.toString('latin1', 0, 4) === 'ttcf' && content.length >= 16
  return copyTables(content, isCollection ? content.readUInt32BE(12) : 0)
}

interface Index {
  items: { start: number; end: number }[]
  end: number
}

const readIndex = (content: Buffer, at: number): Index => {
  const count = content.readUInt16BE(at)
  if (count === 0) return { items: [], end: at + 2 }
  const size = content[at + 2]!
  const base = at + 2 + (count + 1) * size
  const offset = (index: number): number => base + content.readUIntBE(at + 3 + index * size, size)
  const items = Array.from({ length: count }, (_, index) => ({ start: offset(index), end: offset(index + 1) }))
  return { items, end: offset(count) }
}

/** What the head of a font says, by the number of each operator: the last number before it. */
const readHead = (dict: Buffer): ReadonlyMap<number, number> => {
  const values = new Map<number, number>()
  let value = 0
  for (let at = 0; at < dict.length;) {
    const byte = dict[at]!
    if (byte <= 21) {
      values.set(byte === 12 ? 12 * 256 + (dict[at + 1] ?? 0) : byte, value)
      at += byte === 12 ? 2 : 1
    } else if (byte === 28) {
      value = dict.readInt16BE(at + 1)
      at += 3
    } else if (byte === 29) {
      value = dict.readInt32BE(at + 1)
      at += 5
    } else if (byte === 30) {
      do at += 1
      while (at < dict.length && (dict[at]! & 0x0f) !== 0x0f)
      at += 1
    } else {
      value = byte <= 246 ? byte - 139 : 0
      if (byte >= 247 && byte <= 250) value = (byte - 247) * 256 + (dict[at + 1] ?? 0) + 108
      at += byte <= 246 ? 1 : 2
    }
  }
  return values
}

const standardStrings = 391
const charsetOperator = 15
const glyphsOperator = 17
/** A font whose glyphs have numbers in place of names. */
const numberedOperator = 12 * 256 + 30
/** Lists of glyphs that belong to the format. */
const lastKnownCharset = 2

/** The strings that name glyphs: in one of three forms, one by one or as ranges. */
const glyphNames = (content: Buffer, head: ReadonlyMap<number, number>): Set<number> => {
  const names = new Set<number>()
  const start = head.get(charsetOperator) ?? 0
  if (head.has(numberedOperator) || start <= lastKnownCharset) return names
  const { items: glyphs } = readIndex(content, head.get(glyphsOperator) ?? 0)
  const form = content[start]!
  for (let at = start + 1, count = 1; count < glyphs.length && at + 2 <= content.length;) {
    const first = content.readUInt16BE(at)
    const more = form === 0 ? 0 : form === 1 ? (content[at + 2] ?? 0) : content.readUInt16BE(at + 2)
    for (let name = first; name <= first + more; name += 1) names.add(name)
    count += more + 1
    at += 2 + form
  }
  return names
}

const letterX = 0x58
/** The sets of characters that numbers of glyphs belong to. */
const isCharacterSet = (text: string): boolean => /^(?:Adobe|Identity|GB1|CNS1|Japan[12]|Korea1|KR|UCS)$/.test(text)

/** The same font with every text blackened that draws no glyph; lengths stay, so that nothing has to move. */
export const cleanCff = (data: Uint8Array): Buffer => {
  const content = Buffer.from(data)
  // No reader draws with a font of another version, whatever it says.
  if (content.length < 8 || content[0] !== 1) return Buffer.alloc(content.length)
  const names = readIndex(content, content[2]!)
  const heads = readIndex(content, names.end)
  const strings = readIndex(content, heads.end)
  for (const { start, end } of names.items) content.fill(letterX, start, end)
  const usedNames = new Set(
    heads.items.flatMap(({ start, end }) => [...glyphNames(content, readHead(content.subarray(start, end)))]),
  )
  for (const [index, { start, end }] of strings.items.entries())
    if (!usedNames.has(standardStrings + index) && !isCharacterSet(content.toString('latin1', start, end)))
      content.fill(letterX, start, end)
  return content
}

export interface Type1File {
  data: Buffer
  /** How long its readable head, its drawings and its end are. */
  lengths: readonly [number, number, number]
}

const isPacked = (content: Buffer): boolean => content[0] === 0x80 && content[1] === 1

/** Some programs leave the heads of segments in. */
const unpacked = (content: Buffer): Buffer => {
  const pieces: Buffer[] = []
  for (
    let at = 0;
    content[at] === 0x80 && (content[at + 1] === 1 || content[at + 1] === 2) && at + 6 <= content.length;
  ) {
    const end = at + 6 + content.readUInt32LE(at + 2)
    pieces.push(content.subarray(at + 6, end))
    at = end
  }
  return Buffer.concat(pieces)
}

/** Without comments, and with strings emptied: they are for people. Strings may contain others in parentheses. */
const withoutTexts = (program: string): string => {
  let plain = ''
  let depth = 0
  for (let at = 0; at < program.length; at += 1) {
    const sign = program[at]!
    if (sign === '\\' && depth > 0) at += 1
    else if (sign === '%' && depth === 0) {
      const line = /[\r\n]/g
      line.lastIndex = at
      at = (line.exec(program)?.index ?? program.length) - 1
    } else if (sign === '(') {
      if (depth === 0) plain += '('
      depth += 1
    } else if (sign === ')' && depth > 0) {
      depth -= 1
      if (depth === 0) plain += ')'
    } else if (depth === 0) plain += sign
  }
  return plain
}

const zeroCount = 512
/** What ends every such font. */
const type1End = `${`${'0'.repeat(zeroCount / 8)}\n`.repeat(8)}cleartomark\n`

/** Where the drawings of a font end, and what ends the font begins. */
const endOfDrawings = (content: Buffer, tail: number, from: number): number => {
  if (tail > 0 && tail < content.length - from) return content.length - tail
  const mark = content.lastIndexOf('cleartomark')
  if (mark < from) return content.length
  let end = mark
  for (let zeros = 0; zeros < zeroCount && end > from; end -= 1) {
    const sign = String.fromCharCode(content[end - 1]!)
    if (!/[0\s]/.test(sign)) break
    if (sign === '0') zeros += 1
  }
  return end
}

/** A Type 1 font whose head tells no more than drawing needs. */
export const cleanType1 = (data: Uint8Array, tail: number): Type1File => {
  const bytes = Buffer.from(data)
  const content = isPacked(bytes) ? unpacked(bytes) : bytes
  const mark = content.indexOf('eexec')
  if (mark < 0) throw new Error('This is no Type 1 font')
  const readable = withoutTexts(content.toString('latin1', 0, mark)).replaceAll(
    /\/FontName\s*\/[^\s/]+/g,
    '/FontName /Font',
  )
  // `eexec` and the one sign after it belong to the head.
  const bodyStart = mark + 6
  const head = Buffer.concat([
    Buffer.from(`%!PS-AdobeFont-1.0\n${readable}`, 'latin1'),
    content.subarray(mark, bodyStart),
  ])
  const body = content.subarray(bodyStart, endOfDrawings(content, tail, bodyStart))
  return {
    data: Buffer.concat([head, body, Buffer.from(type1End)]),
    lengths: [head.length, body.length, type1End.length],
  }
}
