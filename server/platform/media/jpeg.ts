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

const isPlain = (type: number): boolean => (type >= 0xd0 && type <= 0xd7) || type === 0 || type === marker

/** Where the data of a scan ends: at a marker that is no restart. */
const endOfScan = (content: Uint8Array, start: number): number => {
  let at = start
  while (at + 1 < content.length && (content[at] !== marker || isPlain(content[at + 1]!))) at += 1
  return at + 1 < content.length ? at : content.length
}

const textAt = (content: Uint8Array, at: number, length: number): string =>
  Buffer.from(content.subarray(at, at + length)).toString('latin1')

const keptSegment = (content: Uint8Array, type: number, start: number, end: number): Uint8Array | undefined => {
  if (isDecoded(type)) return content.subarray(start, end)
  const kept = keptApplicationBytes[type]
  if (!kept || textAt(content, start + 4, kept.name.length) !== kept.name || start + 4 + kept.bytes > end)
    return undefined
  const segment = Buffer.from(content.subarray(start, start + 4 + kept.bytes))
  segment.writeUInt16BE(kept.bytes + 2, 2)
  // It says how large the small picture is that followed.
  if (type === jfif) segment.fill(0, 16, 18)
  return segment
}

export interface StrippedPicture {
  content: Uint8Array
  /** Its colors are meant by a profile, which has a name, an author and a date. */
  hasProfile: boolean
}

/** The same picture with only the segments that may stay; not decoded. Undefined: it is none, or damaged. */
export const stripJpeg = (content: Uint8Array): StrippedPicture | undefined => {
  if (content[0] !== marker || content[1] !== startOfImage) return undefined
  const kept: Uint8Array[] = [content.subarray(0, 2)]
  let hasProfile = false
  for (let at = 2; at + 4 <= content.length || content[at + 1] === endOfImage;) {
    if (content[at] !== marker) return undefined
    const type = content[at + 1]!
    // Fill bytes may stand before a marker.
    if (type === marker) {
      at += 1
      continue
    }
    if (type === endOfImage) return { content: Buffer.concat([...kept, Buffer.from([marker, type])]), hasProfile }
    const head = at + 2 + ((content[at + 2]! << 8) | content[at + 3]!)
    const end = type === startOfScan ? endOfScan(content, head) : head
    if (head < at + 4 || end > content.length) return undefined
    if (type === profile && textAt(content, at + 4, 11) === 'ICC_PROFILE') hasProfile = true
    const segment = keptSegment(content, type, at, end)
    if (segment) kept.push(segment)
    at = end
  }
  // Without its end it is shown nevertheless.
  return kept.length > 1
    ? { content: Buffer.concat([...kept, Buffer.from([marker, endOfImage])]), hasProfile }
    : undefined
}
