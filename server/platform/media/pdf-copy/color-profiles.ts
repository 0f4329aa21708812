const headBytes = 128
const entryBytes = 12

/** Curves, primaries and tables; no description, maker, copyright or whatever a program adds. */
const keptTags = new Set(
  'rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC wtpt bkpt chad A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 gamt D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 cicp'.split(
    ' ',
  ),
)

/** A profile that describes colors and nothing else; undefined: it is none. */
export const cleanProfile = (data: Uint8Array): Buffer | undefined => {
  const content = Buffer.from(data)
  if (content.length < headBytes + 4 || content.toString('latin1', 36, 40) !== 'acsp') return undefined
  const count = content.readUInt32BE(headBytes)
  if (headBytes + 4 + count * entryBytes > content.length) return undefined
  const tags: { tag: string; data: Buffer }[] = []
  for (let index = 0; index < count; index += 1) {
    const at = headBytes + 4 + index * entryBytes
    const tag = content.toString('latin1', at, at + 4)
    const offset = content.readUInt32BE(at + 4)
    const end = offset + content.readUInt32BE(at + 8)
    if (end > content.length) return undefined
    if (keptTags.has(tag)) tags.push({ tag, data: content.subarray(offset, end) })
  }
  const head = Buffer.from(content.subarray(0, headBytes))
  // Program, day, maker and sum of the original; the rest tells how to read it.
  head.fill(0, 4, 8)
  head.fill(0, 24, 36)
  head.fill(0, 40, 44)
  head.fill(0, 48, 64)
  head.fill(0, 80, headBytes)
  const table = Buffer.alloc(4 + tags.length * entryBytes)
  table.writeUInt32BE(tags.length)
  const pieces: Buffer[] = []
  let offset = headBytes + table.length
  for (const [index, { tag, data: piece }] of tags.entries()) {
    const at = 4 + index * entryBytes
    table.write(tag, at, 'latin1')
    table.writeUInt32BE(offset, at + 4)
    table.writeUInt32BE(piece.length, at + 8)
    const padded = Buffer.concat([piece, Buffer.alloc((4 - (piece.length % 4)) % 4)])
    pieces.push(padded)
    offset += padded.length
  }
  head.writeUInt32BE(offset, 0)
  return Buffer.concat([head, table, ...pieces])
}
