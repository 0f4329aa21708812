const extension = 62

/** Pictures in black and white consist of segments; comments are segments of their own. */
export const stripJbig2 = (data: Uint8Array): Uint8Array => {
  const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const segments: Buffer[] = []
  for (let at = 0; at + 11 <= content.length;) {
    const flags = content[at + 4]!
    const number = content.readUInt32BE(at)
    const short = content[at + 5]! >> 5
    const count = short === 7 ? content.readUInt32BE(at + 5) & 0x1fffffff : short
    const countBytes = short === 7 ? 4 + Math.ceil((count + 1) / 8) : 1
    const referenceBytes = count * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4)
    const lengthAt = at + 5 + countBytes + referenceBytes + (flags & 0x40 ? 4 : 1)
    if (lengthAt + 4 > content.length) break
    const length = content.readUInt32BE(lengthAt)
    // Of unknown length: the last one.
    const end = length === 0xffffffff ? content.length : Math.min(content.length, lengthAt + 4 + length)
    if ((flags & 0x3f) !== extension) segments.push(content.subarray(at, end))
    at = end
  }
  return Buffer.concat(segments)
}
