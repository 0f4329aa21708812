const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const control = 0xf9
const application = 0xff

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where a row of blocks ends. */
const endOfBlocks = (bytes: Buffer, start: number): number => {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

/** How often it is repeated: the only application that players know. */
const repetition = (bytes: Buffer, start: number): Buffer | undefined => {
  const isKnown = ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(bytes.toString('latin1', start + 3, start + 14))
  return isKnown && bytes[start + 14] === 3
    ? Buffer.concat([bytes.subarray(start, start + 18), Buffer.alloc(1)])
    : undefined
}

const keptExtension = (bytes: Buffer, start: number): Buffer | undefined => {
  if (bytes[start + 1] === control) return Buffer.concat([bytes.subarray(start, start + 7), Buffer.alloc(1)])
  return bytes[start + 1] === application ? repetition(bytes, start) : undefined
}

/** The same picture with only its frames; not decoded. Undefined: it is none, or damaged. */
export const stripGif = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  let at = 13 + tableBytes(bytes[10]!)
  const pieces: Buffer[] = [bytes.subarray(0, at)]
  while (at < bytes.length && bytes[at] !== trailer) {
    let end: number
    if (bytes[at] === extension) {
      end = endOfBlocks(bytes, at + 2)
      const part = keptExtension(bytes, at)
      if (part) pieces.push(part)
    } else if (bytes[at] === image && at + 10 < bytes.length) {
      end = endOfBlocks(bytes, at + 11 + tableBytes(bytes[at + 9]!))
      pieces.push(bytes.subarray(at, end))
    } else return undefined
    if (end > bytes.length) return undefined
    at = end
  }
  return Buffer.concat([...pieces, Buffer.from([trailer])])
}
