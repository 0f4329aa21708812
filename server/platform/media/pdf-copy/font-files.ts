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

/** Version, notice, names, copyright and remarks of a font, by the operator of its head. */
const textOperators = new Set([0, 1, 2, 3, 4, 12 * 256, 12 * 256 + 21, 12 * 256 + 22, 12 * 256 + 38])
const standardStrings = 391

/** The strings that the head of a font refers to for reading, not for drawing. */
const textsOf = (dict: Buffer): number[] => {
  const texts: number[] = []
  let value = 0
  for (let at = 0; at < dict.length;) {
    const byte = dict[at]!
    if (byte <= 21) {
      const operator = byte === 12 ? 12 * 256 + (dict[at + 1] ?? 0) : byte
      if (textOperators.has(operator)) texts.push(value)
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
  return texts
}

const letterX = 0x58

/** The same font with its name and its texts blackened; lengths stay, so that nothing has to move. */
export const cleanCff = (data: Uint8Array): Buffer => {
  const content = Buffer.from(data)
  if (content.length < 8 || content[0] !== 1) return content
  const names = readIndex(content, content[2]!)
  const heads = readIndex(content, names.end)
  const strings = readIndex(content, heads.end)
  for (const { start, end } of names.items) content.fill(letterX, start, end)
  for (const { start, end } of heads.items)
    for (const text of textsOf(content.subarray(start, end))) {
      const item = strings.items[text - standardStrings]
      if (item) content.fill(letterX, item.start, item.end)
    }
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

/** A Type 1 font whose head tells no more than drawing needs. */
export const cleanType1 = (data: Uint8Array, tail: number): Type1File => {
  const given = Buffer.from(data)
  const content = isPacked(given) ? unpacked(given) : given
  const mark = content.indexOf('eexec')
  if (mark < 0) throw new Error('This is no Type 1 font')
  const readable = content
    .toString('latin1', 0, mark)
    .replaceAll(/%[^\r\n]*/g, '')
    .replaceAll(/\/(version|Notice|Copyright|FullName|FamilyName|Weight)\s*\((?:[^()\\]|\\.|\([^()]*\))*\)/g, '/$1 ()')
    .replaceAll(/\/FontName\s*\/[^\s/]+/g, '/FontName /Font')
  const head = Buffer.from(`%!PS-AdobeFont-1.0\n${readable}`, 'latin1')
  const start = mark
  const end = tail > 0 && tail < content.length - mark ? content.length - tail : content.length
  // `eexec` and the one sign after it belong to the head.
  const bodyStart = start + 6
  return {
    data: Buffer.concat([head, content.subarray(start)]),
    lengths: [head.length + bodyStart - start, end - bodyStart, content.length - end],
  }
}
