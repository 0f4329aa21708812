const marker = 0xff
const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Frames, tables, scans and restarts: what decoders need. */
const isPicture = (type: number): boolean =>
  (type >= 0xc0 && type <= 0xcf && type !== 0xc8) || (type >= 0xda && type <= 0xdd)
/** They stand alone, without a length. */
const isBare = (type: number): boolean => (type >= 0xd0 && type <= 0xd7) || type === 0x01

const startsWith = (segment: Uint8Array, text: string): boolean =>
  Buffer.from(segment.subarray(4, 4 + text.length)).toString('latin1') === text

/** Of segments for applications only the two that tell how colors are meant, without anything that is added to them. */
const keptSegment = (type: number, segment: Uint8Array): Uint8Array | undefined => {
  if (type === 0xdb || isPicture(type)) return segment
  if (type === 0xe0 && startsWith(segment, 'JFIF\0') && segment.length >= 18)
    return Buffer.concat([Uint8Array.of(marker, type, 0, 16), segment.subarray(4, 16), Uint8Array.of(0, 0)])
  if (type === 0xee && startsWith(segment, 'Adobe') && segment.length >= 16)
    return Buffer.concat([Uint8Array.of(marker, type, 0, 14), segment.subarray(4, 16)])
  return undefined
}

/** The next marker that does not belong to the data of a scan. */
const endOfData = (content: Uint8Array, from: number): number => {
  for (let at = content.indexOf(marker, from); at >= 0; at = content.indexOf(marker, at + 1)) {
    const next = content[at + 1]
    if (next !== undefined && next !== 0 && next !== marker && !isBare(next)) return at
  }
  return content.length
}

/** The same pixels, and nothing that a camera or an editor wrote beside them. What is no JPEG throws. */
export const stripJpeg = (content: Uint8Array): Uint8Array => {
  const start = content.findIndex((byte, at) => byte === marker && content[at + 1] === startOfImage)
  if (start < 0) throw new Error('This is no JPEG')
  const kept: Uint8Array[] = [Uint8Array.of(marker, startOfImage)]
  let at = start + 2
  while (at + 3 < content.length) {
    if (content[at] !== marker) {
      // Readers look for the next marker.
      at += 1
      continue
    }
    const type = content[at + 1]!
    if (type === marker) {
      at += 1
      continue
    }
    if (type === endOfImage) break
    if (type === 0 || isBare(type)) {
      at += 2
      continue
    }
    const end = at + 2 + ((content[at + 2]! << 8) | content[at + 3]!)
    const segment = keptSegment(type, content.subarray(at, end))
    if (segment) kept.push(segment)
    at = end
    if (type === startOfScan) {
      const stop = endOfData(content, end)
      kept.push(content.subarray(end, stop))
      at = stop
    }
  }
  kept.push(Uint8Array.of(marker, endOfImage))
  return Buffer.concat(kept)
}
