/** Texts that a drawing shows, in the order in which they are drawn. Programs often draw a word in pieces. */

interface TextRecord {
  /** Where it says how many characters there are, and where they begin. */
  count: number
  start: (record: Buffer) => number
  isWide: (record: Buffer) => boolean
}

const always = (): boolean => true
const never = (): boolean => false

/** Small texts have one byte for each character if this flag is set, and no frame if the other is. */
const smallCharacters = 0x200
const withoutFrame = 0x100

const emfTexts: Readonly<Record<number, TextRecord>> = {
  83: { count: 44, start: (record) => record.readUInt32LE(48), isWide: never },
  84: { count: 44, start: (record) => record.readUInt32LE(48), isWide: always },
  108: {
    count: 16,
    start: (record) => (record.readUInt32LE(20) & withoutFrame ? 36 : 52),
    isWide: (record) => (record.readUInt32LE(20) & smallCharacters) === 0,
  },
}

/** In the other form of a drawing, which is in comments. */
const plusStrings: Readonly<Record<number, TextRecord>> = {
  0x401c: { count: 20, start: () => 40, isWide: always },
  0x4036: { count: 24, start: () => 28, isWide: always },
}

/** Programs of one country write its encoding; that of most teams contains those of others. */
const narrow = new TextDecoder('gb18030')

const textIn = (record: Buffer, { count, start, isWide }: TextRecord): string => {
  if (record.length < count + 8) return ''
  const [from, wide] = [start(record), isWide(record)]
  const bytes = record.subarray(from, Math.min(record.length, from + record.readUInt32LE(count) * (wide ? 2 : 1)))
  return wide ? bytes.toString('utf16le') : narrow.decode(bytes)
}

const plusComment = 70

/** Records of a drawing, each with its length after its type. */
function* recordsIn(bytes: Buffer, start: number, smallest: number): Generator<Buffer> {
  for (let at = start; at + smallest <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    if (size < smallest || at + size > bytes.length) return
    yield bytes.subarray(at, at + size)
    at += size
  }
}

function* emfPieces(bytes: Buffer): Generator<string> {
  for (const record of recordsIn(bytes, 0, 8)) {
    const type = record.readUInt32LE(0)
    const text = emfTexts[type]
    if (text) yield textIn(record, text)
    if (type !== plusComment || record.toString('latin1', 12, 16) !== 'EMF+') continue
    for (const inner of recordsIn(record, 16, 12)) {
      const string = plusStrings[inner.readUInt16LE(0)]
      if (string) yield textIn(inner, string)
    }
  }
}

const placeableKey = 0x9ac6cdd7
const [textOut, extTextOut] = [0x0521, 0x0a32]

function* wmfPieces(bytes: Buffer): Generator<string> {
  const start = bytes.length > 4 && bytes.readUInt32LE(0) === placeableKey ? 22 : 0
  for (let at = start + 18; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at) * 2
    if (size < 6 || at + size > bytes.length) return
    const record = bytes.subarray(at, at + size)
    const type = record.readUInt16LE(4)
    if (type === textOut && size >= 8) yield narrow.decode(record.subarray(8, 8 + record.readUInt16LE(6)))
    if (type === extTextOut && size >= 14) {
      // A frame may stand before the text.
      const from = record.readUInt16LE(12) & 6 ? 22 : 14
      yield narrow.decode(record.subarray(from, from + record.readUInt16LE(10)))
    }
    at += size
  }
}

const isEmf = (bytes: Buffer): boolean => bytes.length >= 44 && bytes.toString('latin1', 40, 44) === ' EMF'

export const textOfDrawing = (content: Uint8Array): string => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return [...(isEmf(bytes) ? emfPieces(bytes) : wmfPieces(bytes))].join('').replaceAll('\0', '')
}
