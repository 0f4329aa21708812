const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const entryLength = 46
const maxCommentLength = 0xffff
const deflated = 8

const maxEntries = 1_000

/** The offset of the end record of an archive. */
const findEnd = (file: Buffer): number | undefined => {
  const first = Math.max(0, file.length - endLength - maxCommentLength)
  for (let at = file.length - endLength; at >= first; at -= 1) if (file.readUInt32LE(at) === endSignature) return at
  return undefined
}

const leadsOut = (name: string): boolean => /^[/\\]|^[a-z]:|\\|(^|\/)\.\.(\/|$)/i.test(name)

/**
 * Whether an archive declares that it unpacks to at most this size, and to names inside itself. The reader limits
 * every part to its declared size, so that a false one ends the reading; a part without a size is refused.
 */
export const isHarmlessZip = (file: Buffer, maxBytes: number): boolean => {
  const end = findEnd(file)
  if (end === undefined) return false
  const entries = file.readUInt16LE(end + 10)
  if (entries === 0 || entries > maxEntries) return false
  let at = file.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryLength > file.length || file.readUInt32LE(at) !== entrySignature) return false
    const packed = file.readUInt32LE(at + 20)
    const unpacked = file.readUInt32LE(at + 24)
    if (file.readUInt16LE(at + 10) === deflated && (packed === 0 || unpacked === 0)) return false
    total += unpacked
    const nameLength = file.readUInt16LE(at + 28)
    if (total > maxBytes || leadsOut(file.toString('utf8', at + entryLength, at + entryLength + nameLength)))
      return false
    at += entryLength + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return true
}
