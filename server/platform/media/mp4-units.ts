import type { Patch } from './overlay.ts'

// What films contain beside pictures and sound, within the samples of a track: encoders, cameras and programs for
// meetings write texts there. Its place is filled with bytes that decoders skip, so that everything else stays where it is.

export type NalFormat = 'avc' | 'hevc'

interface NalKind {
  headBytes: number
  typeOf(head: number): number
  /** Pictures, settings, and marks between them. */
  isKept(type: number): boolean
  /** Further information about pictures. */
  isSei(type: number): boolean
}

const nalKinds: Readonly<Record<NalFormat, NalKind>> = {
  avc: {
    headBytes: 1,
    typeOf: (head) => head & 0x1f,
    isKept: (type) => [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 19, 20, 21].includes(type),
    isSei: (type) => type === 6,
  },
  hevc: {
    headBytes: 2,
    typeOf: (head) => (head >> 1) & 0x3f,
    // The last two are the second layer of films with more colors.
    isKept: (type) => type <= 9 || (type >= 16 && type <= 21) || (type >= 32 && type <= 37) || type >= 62,
    isSei: (type) => type === 39 || type === 40,
  },
}

/** `head`: its first byte. */
export const isKeptNal = (format: NalFormat, head: number): boolean => {
  const { typeOf, isKept } = nalKinds[format]
  return isKept(typeOf(head))
}

/** No code of a format, and no text. */
const filling = 0xff

/** Timing, colors, orientation and stereo: whatever a player may use. */
const keptMessages = new Set([
  0, 1, 2, 3, 6, 9, 10, 13, 19, 45, 47, 129, 130, 132, 136, 137, 144, 147, 148, 149, 150, 151, 154, 156,
])
const registeredMessage = 4
/** Of those that are registered: captions, the format of the picture, and brightness that changes with the picture. */
const keptRegistrations = [/^b50031(?:47413934|44544731)/, /^b5003c0001/]

/** Where each byte of a message is, without those that only keep it from looking like a start code. */
const plainPositions = (bytes: Uint8Array, from: number): number[] => {
  const positions: number[] = []
  let zeros = 0
  for (let at = from; at < bytes.length; at += 1) {
    if (zeros >= 2 && bytes[at] === 3) {
      zeros = 0
      continue
    }
    positions.push(at)
    zeros = bytes[at] === 0 ? zeros + 1 : 0
  }
  return positions
}

/** Neighbours in one patch. */
function* filled(positions: readonly number[], start: number, fill = filling): Generator<Patch> {
  for (let first = 0; first < positions.length;) {
    let last = first
    while (positions[last + 1] === positions[last]! + 1) last += 1
    yield { start: start + positions[first]!, length: last - first + 1, fill }
    first = last + 1
  }
}

/** A code that is kept from looking like a start code needs the zeros before it: nothing can be written there. */
const writable = (positions: readonly number[]): number[] => {
  const keptOrders = new Set<number>()
  for (const [order, at] of positions.entries())
    if (order > 0 && at > positions[order - 1]! + 1) for (const near of [at - 3, at - 2, at]) keptOrders.add(near)
  return keptOrders.size === 0 ? [...positions] : positions.filter((at) => !keptOrders.has(at))
}

const isKeptMessage = (type: number, bytes: Uint8Array, positions: readonly number[]): boolean => {
  if (type !== registeredMessage) return keptMessages.has(type)
  const head = Buffer.from(positions.slice(0, 7).map((at) => bytes[at]!)).toString('hex')
  return keptRegistrations.some((one) => one.test(head))
}

/** Numbers above 254 are written as several bytes. */
const readLong = (bytes: Uint8Array, positions: readonly number[], from: number): [value: number, next: number] => {
  let [value, next] = [0, from]
  while (next < positions.length && bytes[positions[next]!] === 255) {
    value += 255
    next += 1
  }
  return [value + (bytes[positions[next] ?? -1] ?? 0), next + 1]
}

function* patchesOfSei(bytes: Uint8Array, from: number, start: number): Generator<Patch> {
  const positions = plainPositions(bytes, from)
  // It ends with a byte of one bit.
  let last = positions.length
  while (last > 0 && bytes[positions[last - 1]!] === 0) last -= 1
  for (let at = 0; at < last - 1;) {
    const [type, afterType] = readLong(bytes, positions, at)
    const [size, content] = readLong(bytes, positions, afterType)
    const message = positions.slice(content, Math.min(content + size, last - 1))
    if (!isKeptMessage(type, bytes, message)) yield* filled(writable(message), start)
    at = content + size
  }
}

/** A unit of H.264 or H.265, which begins at `start` of the file. */
export function* patchesOfNal(format: NalFormat, bytes: Uint8Array, start: number): Generator<Patch> {
  const { headBytes, typeOf, isKept, isSei } = nalKinds[format]
  const type = typeOf(bytes[0] ?? 0)
  if (isKept(type) || bytes.length <= headBytes) return
  if (isSei(type)) yield* patchesOfSei(bytes, headBytes, start)
  else yield { start: start + headBytes, length: bytes.length - headBytes, fill: filling }
}

/** Units of AV1: settings, marks between pictures, heads, pictures, tiles. */
const keptObus = new Set([1, 2, 3, 4, 6, 7, 8])
const metadataObu = 5
/** Brightness, colors, layers and time codes, in numbers. */
const keptObuMetadata = new Set([1, 2, 3, 5])
const registeredObuMetadata = 4
/** In AV1 what follows the content of a unit begins with this byte. */
const obuFilling = 0x80

const readLeb = (bytes: Uint8Array, from: number): [value: number, next: number] => {
  let value = 0
  for (let at = 0; at < 8; at += 1) {
    const byte = bytes[from + at] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * at)
    if (byte < 0x80) return [value, from + at + 1]
  }
  throw new Error('This film is damaged')
}

const isKeptMetadata = (bytes: Uint8Array, from: number): boolean => {
  const [type, content] = readLeb(bytes, from)
  if (type !== registeredObuMetadata) return keptObuMetadata.has(type)
  const head = Buffer.from(bytes.subarray(content, content + 7)).toString('hex')
  return keptRegistrations.some((one) => one.test(head))
}

export function* patchesOfObus(bytes: Uint8Array, start: number): Generator<Patch> {
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at]!
    const type = (head >> 3) & 15
    const headEnd = at + (head & 4 ? 2 : 1)
    const [size, content] = head & 2 ? readLeb(bytes, headEnd) : [bytes.length - headEnd, headEnd]
    const end = Math.min(content + size, bytes.length)
    const isKept = type === metadataObu ? isKeptMetadata(bytes, content) : keptObus.has(type)
    const from = type === metadataObu ? content + 1 : content
    if (!isKept && from < end) yield { start: start + from, length: end - from, fill: obuFilling }
    at = Math.max(end, at + 1)
  }
}

const space = 0x20
/** Decoders work around the errors of these programs. */
const knownEncoder = /^(?:XviD\d{4}[CL]?|DivX\d+(?:b|Build)\d+p?|Lavc\d+\.\d+\.\d+)\0*$/
const userData = 0xb2
const picture = 0xb6

const nextStartCode = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at + 3 < bytes.length; at += 1)
    if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1) return at
  return bytes.length
}

/** MPEG-4 part 2, up to the first picture: texts of the encoder have a start code of their own. */
export function* patchesOfMpeg4(bytes: Uint8Array, start: number): Generator<Patch> {
  for (let at = nextStartCode(bytes, 0); at < bytes.length && bytes[at + 3] !== picture;) {
    const next = nextStartCode(bytes, at + 4)
    const text = Buffer.from(bytes.subarray(at + 4, Math.min(next, at + 40))).toString('latin1')
    const isNote = bytes[at + 3] === userData && at + 4 < next
    if (isNote && !knownEncoder.test(text)) yield { start: start + at + 4, length: next - at - 4, fill: space }
    at = next
  }
}
