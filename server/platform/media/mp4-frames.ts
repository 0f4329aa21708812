import { crc32 } from 'node:zlib'
import { findPicture, isJfif, keptSegmentBytes, segmentsOf, type Segment } from './jpeg.ts'
import { keptPngBytes } from './png.ts'
import { zeros } from './mp4-space.ts'
import type { Patch } from './overlay.ts'

// What stands before the sound or the picture of a sample, in formats whose samples are no lists of units.

const bitsAt = (bytes: Uint8Array, at: number, count: number): number => {
  let value = 0
  for (let bit = at; bit < at + count; bit += 1)
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  return value
}

/** Blanks bits, which begin and end anywhere in a byte. */
function* zeroBits(bytes: Uint8Array, from: number, to: number, start: number): Generator<Patch> {
  const [first, last] = [from >> 3, (to - 1) >> 3]
  for (let at = first; at <= last; at += 1) {
    const mask = (at === first ? 0xff00 >> (from & 7) : 0) | (at === last ? 0xff >> (((to - 1) & 7) + 1) : 0)
    const value = (bytes[at] ?? 0) & mask & 0xff
    if (value !== bytes[at]) yield { start: start + at, length: 1, fill: value }
  }
}

const dataElement = 4
const fillElement = 6
/** Fill elements that only fill, or carry data of programs. Others are about the sound. */
const emptyFillings = new Set([0, 1, 2])

/** AAC: elements before the sound. Those after it can only be found by decoding. */
export function* patchesOfAac(bytes: Uint8Array, start: number): Generator<Patch> {
  const end = bytes.length * 8
  for (let at = 0; at + 16 < end;) {
    const kind = bitsAt(bytes, at, 3)
    if (kind === fillElement) {
      const short = bitsAt(bytes, at + 3, 4)
      const content = at + (short === 15 ? 15 : 7)
      const next = content + 8 * (short === 15 ? 14 + bitsAt(bytes, at + 7, 8) : short)
      if (next > content && emptyFillings.has(bitsAt(bytes, content, 4)))
        yield* zeroBits(bytes, content, Math.min(next, end), start)
      at = next
    } else if (kind === dataElement) {
      const isAligned = bitsAt(bytes, at + 7, 1) === 1
      const short = bitsAt(bytes, at + 8, 8)
      const head = at + (short === 255 ? 24 : 16)
      const content = isAligned ? Math.ceil(head / 8) * 8 : head
      const next = content + 8 * (short === 255 ? 255 + bitsAt(bytes, at + 16, 8) : short)
      if (next > content) yield* zeroBits(bytes, content, Math.min(next, end), start)
      at = next
    } else return
  }
}

/** What films in JPEG write about their fields, in the place where cameras write about pictures. */
const isFieldMark = (bytes: Uint8Array, { type, start }: Segment): boolean =>
  type === 0xe0 && Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1') === 'AVI1'

/** JPEG: segments of programs and comments, and what stands between segments and after the picture. */
export function* patchesOfJpeg(bytes: Uint8Array, start: number): Generator<Patch> {
  let end = 0
  // A film has two pictures in a sample, where it has two fields.
  for (let picture = findPicture(bytes); picture >= 0;) {
    if (end < picture) yield zeros(start + end, start + picture)
    let last = picture + 2
    const segments = segmentsOf(bytes, picture)
    let next = segments.next()
    for (; !next.done; next = segments.next()) {
      const segment = next.value
      // Any number of these may stand before a segment.
      if (last < segment.start) yield { start: start + last, length: segment.start - last, fill: 0xff }
      const size = isFieldMark(bytes, segment) ? 12 : keptSegmentBytes(bytes, segment)
      if (isJfif(segment) && size === 18) yield zeros(start + segment.start + 16, start + segment.start + 18)
      const from = segment.start + Math.max(size, 4)
      if (from < segment.end) yield zeros(start + from, start + segment.end)
      last = segment.end
    }
    end = next.value
    const other = findPicture(bytes.subarray(end))
    picture = other < 0 ? -1 : end + other
  }
  if (end < bytes.length) yield zeros(start + end, start + bytes.length)
}

/** PNG: chunks that may not stay are blanked, with the sum that they then have. */
export function* patchesOfPng(bytes: Uint8Array, start: number): Generator<Patch> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  while (at + 12 <= content.length) {
    const length = content.readUInt32BE(at)
    const [from, next] = [at + 8, at + 12 + length]
    if (next > content.length) break
    const type = content.subarray(at + 4, from)
    if (length > (keptPngBytes[type.toString('latin1')] ?? 0)) {
      const sum = Buffer.alloc(4)
      sum.writeUInt32BE(crc32(Buffer.alloc(length), crc32(type)))
      yield zeros(start + from, start + next - 4)
      yield { start: start + next - 4, length: 4, text: sum.toString('latin1') }
    }
    at = next
    if (type.toString('latin1') === 'IEND') break
  }
  if (at < content.length) yield zeros(start + at, start + content.length)
}
