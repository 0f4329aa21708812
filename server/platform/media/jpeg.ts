const marker = 0xff
const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const jfif = 0xe0
const profile = 0xe2
const adobe = 0xee

/** How much of an application segment tells how colors and sizes are meant; a small picture or a name may follow. */
const keptApplicationBytes: Readonly<Record<number, { name: string; bytes: number }>> = {
  [jfif]: { name: 'JFIF\0', bytes: 14 },
  [adobe]: { name: 'Adobe', bytes: 12 },
}

/** Frames, tables and restarts: what a decoder needs. */
const isDecoded = (type: number): boolean =>
  (type >= 0xc0 && type <= 0xcf && type !== 0xc8) || (type >= 0xdb && type <= 0xdd) || type === startOfScan

/** They stand alone, without a length. */
const isBare = (type: number): boolean => (type >= 0xd0 && type <= 0xd7) || type === 0x01

/** Where the next segment begins: after the data of a scan, or whatever else stands before it. */
const nextSegment = (content: Uint8Array, start: number): number => {
  for (let at = content.indexOf(marker, start); at >= 0; at = content.indexOf(marker, at + 1)) {
    const type = content[at + 1]
    if (type !== undefined && type !== 0 && type !== marker && !isBare(type)) return at
  }
  return content.length
}

const textAt = (content: Uint8Array, at: number, length: number): string =>
  Buffer.from(content.subarray(at, at + length)).toString('latin1')

/** How many bytes of a segment may stay, its head included. */
export const keptSegmentBytes = (content: Uint8Array, { type, start, end }: Segment): number => {
  if (isDecoded(type)) return end - start
  const rule = keptApplicationBytes[type]
  if (!rule || textAt(content, start + 4, rule.name.length) !== rule.name || start + 4 + rule.bytes > end) return 0
  return 4 + rule.bytes
}

/** Where a small picture would follow, its size stands at the end. */
export const isJfif = ({ type }: Segment): boolean => type === jfif

const keptSegment = (content: Uint8Array, segment: Segment): Uint8Array | undefined => {
  const length = keptSegmentBytes(content, segment)
  const bytes = content.subarray(segment.start, segment.start + length)
  if (length === 0 || isDecoded(segment.type)) return length === 0 ? undefined : bytes
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(length - 2, 2)
  if (isJfif(segment)) copy.fill(0, 16, 18)
  return copy
}

export interface Segment {
  type: number
  start: number
  end: number
}

/** The segments of a picture that begins at `start`. Returns where it ends. */
export function* segmentsOf(content: Uint8Array, start: number): Generator<Segment, number> {
  let at = nextSegment(content, start + 2)
  while (at + 3 < content.length && content[at + 1] !== endOfImage) {
    const type = content[at + 1]!
    const head = Math.min(content.length, at + 2 + Math.max(2, (content[at + 2]! << 8) | content[at + 3]!))
    const end = type === startOfScan ? nextSegment(content, head) : head
    yield { type, start: at, end }
    at = nextSegment(content, end)
  }
  return Math.min(at + 2, content.length)
}

export const findPicture = (content: Uint8Array): number =>
  content.findIndex((byte, at) => byte === marker && content[at + 1] === startOfImage)

export interface StrippedPicture {
  content: Uint8Array
  /** Its colors are meant by a profile, which has a name, an author and a date. */
  hasProfile: boolean
}

/** The same picture with only the segments that may stay; not decoded. Undefined: it is none. */
export const stripJpeg = (content: Uint8Array): StrippedPicture | undefined => {
  const start = findPicture(content)
  if (start < 0) return undefined
  const pieces: Uint8Array[] = [Uint8Array.of(marker, startOfImage)]
  let hasProfile = false
  for (const segment of segmentsOf(content, start)) {
    if (segment.type === profile && textAt(content, segment.start + 4, 11) === 'ICC_PROFILE') hasProfile = true
    const bytes = keptSegment(content, segment)
    if (bytes) pieces.push(bytes)
  }
  // Without its end it is shown nevertheless.
  return pieces.length > 1
    ? { content: Buffer.concat([...pieces, Uint8Array.of(marker, endOfImage)]), hasProfile }
    : undefined
}

/** The same for what must be one. */
export const requireStrippedJpeg = (content: Uint8Array): Uint8Array => {
  const stripped = stripJpeg(content)
  if (!stripped) throw new Error('This is no JPEG')
  return stripped.content
}
