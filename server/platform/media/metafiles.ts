import { patchesOfJpeg, patchesOfPng } from './mp4-frames.ts'
import { patchPiece } from './overlay.ts'

/** Records of a drawing that draw nothing: comments, commands for printers, color profiles with their paths, fonts by name. In EMF all others draw or set how to draw. */
const emfComment = 70
const emfHeader = 1
const emfEnd = 14
const lastEmfRecord = 122
const silentEmfRecords = new Set([
  99, 100, 101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 112, 113, 117, 119, 121, 122,
])
const wmfEscape = 0x0626

/** Records with a picture, which may be a file of its own: where its description begins. */
const pictureRecords: Readonly<Record<number, number>> = { 80: 48, 81: 48 }
const fileCompressions = new Set([4, 5])

/** Comments of this kind are a drawing in another form, which later programs show instead. */
const drawingComment = 'EMF+'
/** Within it: a record that only carries data. */
const plusComment = 0x4003
const plusObject = 0x4008
const plusPicture = 5
const isContinued = 0x8000
/** Where a picture that is a file of its own begins in an object. */
const pictureStart = 28

interface Piece {
  type: number
  bytes: Buffer
}

/** The records of a drawing within a comment. Undefined: it is none, or damaged. */
const plusRecords = (comment: Buffer): Piece[] | undefined => {
  if (comment.length < 16 || comment.toString('latin1', 12, 16) !== drawingComment) return undefined
  const records = comment.subarray(16, Math.min(12 + comment.readUInt32LE(8), comment.length))
  const pieces: Piece[] = []
  for (let at = 0; at + 12 <= records.length;) {
    const size = records.readUInt32LE(at + 4)
    if (size < 12 || at + size > records.length) return undefined
    pieces.push({ type: records.readUInt16LE(at), bytes: records.subarray(at, at + size) })
    at += size
  }
  return pieces
}

/** Blanks what may not stay of a picture in its place, which is in several records if it is large. */
const cleanPicture = (pieces: readonly Buffer[]): boolean => {
  const whole = Buffer.concat(pieces)
  const isFile = whole.length > pictureStart && (whole.readUInt32LE(4) !== 1 || whole.readUInt32LE(24) === 1)
  if (!isFile) return true
  const file = whole.subarray(pictureStart)
  const isJpeg = file[0] === 0xff && file[1] === 0xd8
  if (!isJpeg && file.toString('latin1', 1, 4) !== 'PNG') return false
  patchPiece(file, 0, [...(isJpeg ? patchesOfJpeg : patchesOfPng)(file, 0)]).copy(file)
  let at = 0
  for (const piece of pieces) at += whole.copy(piece, 0, at)
  return true
}

/** Cleans the pictures of a drawing that are files of their own. False: one of them cannot be cleaned. */
const cleanPictures = (records: Iterable<Piece>): boolean => {
  let pieces: Buffer[] = []
  let left = 0
  for (const { type, bytes } of records) {
    const flags = bytes.readUInt16LE(2)
    if (type !== plusObject || ((flags >> 8) & 0x7f) !== plusPicture) continue
    const start = flags & isContinued ? 16 : 12
    if (bytes.length < start) return false
    if (pieces.length === 0) left = bytes.readUInt32LE(start - 4)
    pieces.push(bytes.subarray(start))
    left -= bytes.length - start
    if (left > 0) continue
    if (!cleanPicture(pieces)) return false
    pieces = []
  }
  return pieces.length === 0
}

const keptComment = (record: Buffer): Buffer | undefined => {
  const pieces = plusRecords(record)?.filter(({ type }) => type !== plusComment)
  if (!pieces || pieces.length === 0) return undefined
  const drawing = Buffer.concat(pieces.map(({ bytes }) => bytes))
  const comment = Buffer.concat([record.subarray(0, 16), drawing, Buffer.alloc((4 - (drawing.length % 4)) % 4)])
  comment.writeUInt32LE(comment.length, 4)
  comment.writeUInt32LE(drawing.length + 4, 8)
  return comment
}

/** The head without the names of program and drawing. Its fields end before them, by version. */
const keptHeader = (record: Buffer): Buffer => {
  const names = record.readUInt32LE(60) > 0 ? record.readUInt32LE(64) : record.length
  const head = Buffer.from(record.subarray(0, Math.max(88, Math.min(names, 108, record.length))))
  head.writeUInt32LE(head.length, 4)
  head.writeUInt32LE(0, 60)
  head.writeUInt32LE(0, 64)
  return head
}

/** The last record: without a palette, which only old screens have. */
const endRecord = (): Buffer => {
  const record = Buffer.alloc(20)
  for (const [at, value] of [emfEnd, 20, 0, 20, 20].entries()) record.writeUInt32LE(value, at * 4)
  return record
}

const hasPictureFile = ({ type, bytes }: Piece): boolean => {
  const field = pictureRecords[type]
  const head = field === undefined || bytes.length < field + 4 ? 0 : bytes.readUInt32LE(field)
  return head > 0 && head + 20 <= bytes.length && fileCompressions.has(bytes.readUInt32LE(head + 16))
}

/** Undefined: it does not draw. */
const keptEmfRecord = ({ bytes, type }: Piece): Buffer | undefined => {
  if (type === emfHeader) return keptHeader(bytes)
  if (type === emfEnd) return endRecord()
  if (type === emfComment) return keptComment(bytes)
  return type <= lastEmfRecord && !silentEmfRecords.has(type) ? bytes : undefined
}

/** The records up to the last one. Undefined: it is damaged. */
const emfRecords = (bytes: Buffer): Piece[] | undefined => {
  const records: Piece[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const [type, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    if (size < 8 || at + size > bytes.length || (type === emfHeader && size < 88)) return undefined
    records.push({ type, bytes: bytes.subarray(at, at + size) })
    if (type === emfEnd) return records
    at += size
  }
  return undefined
}

/** The same drawing with only the records that draw. Undefined: it is no EMF file, damaged, or cannot be cleaned. */
export const stripEmf = (content: Uint8Array): Uint8Array | undefined => {
  // Pictures in it are cleaned in their place.
  const bytes = Buffer.from(content)
  if (bytes.length < 100 || bytes.readUInt32LE(0) !== emfHeader || bytes.toString('latin1', 40, 44) !== ' EMF')
    return undefined
  const records = emfRecords(bytes)
  const comments = records?.filter(({ type }) => type === emfComment).flatMap((one) => plusRecords(one.bytes) ?? [])
  if (!records || records.some(hasPictureFile) || !cleanPictures(comments!)) return undefined
  const keptRecords = records.flatMap((record) => keptEmfRecord(record) ?? [])
  const stripped = Buffer.concat(keptRecords)
  stripped.writeUInt32LE(stripped.length, 48)
  stripped.writeUInt32LE(keptRecords.length, 52)
  return stripped
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
  const records: Buffer[] = []
  for (let at = start + wmfHeadBytes; at + 6 <= bytes.length;) {
    const size = bytes.readUInt32LE(at) * 2
    if (size < 6 || at + size > bytes.length) return undefined
    const type = bytes.readUInt16LE(at + 4)
    if (type === 0) {
      const head = Buffer.from(bytes.subarray(0, start + wmfHeadBytes))
      const stripped = Buffer.concat([head, ...records, bytes.subarray(at, at + 6)])
      stripped.writeUInt32LE((stripped.length - start) / 2, start + 6)
      return stripped
    }
    if (type !== wmfEscape) records.push(bytes.subarray(at, at + size))
    at += size
  }
  return undefined
}
