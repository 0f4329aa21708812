/** Records of a drawing that only carry data of programs. In EMF all others draw or set how to draw. */
const emfComment = 70
const emfHeader = 1
const emfEnd = 14
const lastEmfRecord = 122
const wmfEscape = 0x0626

/** Comments of this kind are a drawing in another form, which later programs show instead. */
const drawingComment = 'EMF+'
/** Within it: a record that only carries data. */
const plusComment = 0x4003

/** The records of a drawing within a comment, without those that only carry data. */
const stripPlus = (records: Buffer): Buffer | undefined => {
  const kept: Buffer[] = []
  for (let at = 0; at + 12 <= records.length;) {
    const size = records.readUInt32LE(at + 4)
    if (size < 12 || at + size > records.length) return undefined
    if (records.readUInt16LE(at) !== plusComment) kept.push(records.subarray(at, at + size))
    at += size
  }
  return Buffer.concat(kept)
}

const keptComment = (record: Buffer): Buffer | undefined => {
  if (record.length < 16 || record.toString('latin1', 12, 16) !== drawingComment) return undefined
  const drawing = stripPlus(record.subarray(16, Math.min(12 + record.readUInt32LE(8), record.length)))
  if (!drawing || drawing.length === 0) return undefined
  const kept = Buffer.concat([record.subarray(0, 16), drawing, Buffer.alloc((4 - (drawing.length % 4)) % 4)])
  kept.writeUInt32LE(kept.length, 4)
  kept.writeUInt32LE(drawing.length + 4, 8)
  return kept
}

/** The head without the names of program and drawing. Its fields end before them, by version. */
const keptHeader = (record: Buffer): Buffer => {
  const names = record.readUInt32LE(60) > 0 ? record.readUInt32LE(64) : record.length
  const kept = Buffer.from(record.subarray(0, Math.max(88, Math.min(names, 108, record.length))))
  kept.writeUInt32LE(kept.length, 4)
  kept.writeUInt32LE(0, 60)
  kept.writeUInt32LE(0, 64)
  return kept
}

const keptEmfRecord = (record: Buffer, type: number): Buffer | undefined => {
  if (type === emfHeader) return keptHeader(record)
  if (type === emfComment) return keptComment(record)
  return type <= lastEmfRecord ? record : undefined
}

/** The same drawing with only the records that draw. Undefined: it is no EMF file, or damaged. */
export const stripEmf = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.length < 100 || bytes.readUInt32LE(0) !== emfHeader || bytes.toString('latin1', 40, 44) !== ' EMF')
    return undefined
  const kept: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const [type, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    if (size < 8 || at + size > bytes.length || (type === emfHeader && size < 88)) return undefined
    const record = keptEmfRecord(bytes.subarray(at, at + size), type)
    if (record) kept.push(record)
    at += size
    if (type === emfEnd) {
      const stripped = Buffer.concat(kept)
      stripped.writeUInt32LE(stripped.length, 48)
      stripped.writeUInt32LE(kept.length, 52)
      return stripped
    }
  }
  return undefined
}

const placeableKey = 0x9ac6cdd7
const placeableBytes = 22
const wmfHeadBytes = 18

/** The same drawing with only the records that draw. Undefined: it is no WMF file, or damaged. */
export const stripWmf = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.length < placeableBytes + wmfHeadBytes) return undefined
  const start = bytes.readUInt32LE(0) === placeableKey ? placeableBytes : 0
  if (![1, 2].includes(bytes.readUInt16LE(start)) || bytes.readUInt16LE(start + 2) !== 9) return undefined
  const kept: Buffer[] = []
  for (let at = start + wmfHeadBytes; at + 6 <= bytes.length;) {
    const size = bytes.readUInt32LE(at) * 2
    if (size < 6 || at + size > bytes.length) return undefined
    const type = bytes.readUInt16LE(at + 4)
    if (type === 0) {
      const head = Buffer.from(bytes.subarray(0, start + wmfHeadBytes))
      const stripped = Buffer.concat([head, ...kept, bytes.subarray(at, at + 6)])
      stripped.writeUInt32LE((stripped.length - start) / 2, start + 6)
      return stripped
    }
    if (type !== wmfEscape) kept.push(bytes.subarray(at, at + size))
    at += size
  }
  return undefined
}
