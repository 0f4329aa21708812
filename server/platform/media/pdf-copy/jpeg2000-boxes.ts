import { cleanProfile } from './color-profiles.ts'

/** The head, colors, channels and the picture itself; no XML, UUID, rights or other boxes. */
const keptBoxes = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c'])
const keptInHead = new Set(['ihdr', 'bpcc', 'colr', 'pclr', 'cmap', 'cdef'])

const marker = 0xff
const startOfCodestream = 0x4f
const startOfTile = 0x90
const comment = 0x64

interface Box {
  type: string
  start: number
  end: number
}

const boxesIn = (content: Buffer): Box[] => {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= content.length;) {
    const short = content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (short === 1 && at + 16 > content.length) break
    const long = short === 1 ? Number(content.readBigUInt64BE(at + 8)) : short
    const end = short === 0 ? content.length : Math.min(content.length, at + long)
    const start = at + (short === 1 ? 16 : 8)
    if (end < start) break
    boxes.push({ type, start, end })
    at = end
  }
  return boxes
}

const startOfData = 0x93

/** Comments in the head of a tile are blanked: the tile tells how long it is. */
const blankTileComments = (tiles: Buffer): Buffer => {
  const content = Buffer.from(tiles)
  for (let tile = 0; tile + 12 <= content.length && content.readUInt16BE(tile) === (marker << 8) + startOfTile;) {
    let at = tile + 12
    while (at + 4 <= content.length && content[at] === marker && content[at + 1] !== startOfData) {
      const end = Math.min(at + 2 + content.readUInt16BE(at + 2), content.length)
      if (content[at + 1] === comment && at + 6 < end) content.fill(0, at + 6, end)
      at = Math.max(end, at + 4)
    }
    const length = content.readUInt32BE(tile + 6)
    // The last one goes on to the end.
    if (length === 0) break
    tile += length
  }
  return content
}

/** Comments stand in the head of a codestream, between its other segments, and in those of its tiles. */
const stripCodestream = (content: Buffer): Buffer => {
  const pieces: Buffer[] = [content.subarray(0, 2)]
  let at = 2
  while (at + 4 <= content.length && content[at] === marker && content[at + 1] !== startOfTile) {
    const end = at + 2 + content.readUInt16BE(at + 2)
    if (content[at + 1] !== comment) pieces.push(content.subarray(at, end))
    at = end
  }
  // What follows the end of the picture is read by nobody.
  const last = content.lastIndexOf(Buffer.of(marker, 0xd9))
  pieces.push(blankTileComments(content.subarray(at, last > at ? last + 2 : content.length)))
  return Buffer.concat(pieces)
}

const boxOf = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

const listedColors = 1

/** Colors by a number, or by a profile, of which only curves and tables stay. */
const colorBox = (content: Buffer): Buffer[] => {
  if (content[0] === listedColors) return [boxOf('colr', content.subarray(0, 7 + 28))]
  const profile = cleanProfile(content.subarray(3))
  return profile ? [boxOf('colr', Buffer.concat([content.subarray(0, 3), profile]))] : []
}

/** The same picture from the boxes that may stay. */
export const stripJpeg2000 = (data: Uint8Array): Uint8Array => {
  const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (content[0] === marker && content[1] === startOfCodestream) return stripCodestream(content)
  const boxes = boxesIn(content)
  if (!boxes.some(({ type }) => type === 'jp2c')) throw new Error('This is no JPEG 2000')
  return Buffer.concat(
    boxes.flatMap(({ type, start, end }) => {
      if (!keptBoxes.has(type)) return []
      const inside = content.subarray(start, end)
      if (type === 'jp2c') return [boxOf(type, stripCodestream(inside))]
      if (type !== 'jp2h') return [boxOf(type, inside)]
      const head = boxesIn(inside)
        .filter((box) => keptInHead.has(box.type))
        .flatMap((box) => {
          const own = inside.subarray(box.start, box.end)
          return box.type === 'colr' ? colorBox(own) : [boxOf(box.type, own)]
        })
      return [boxOf(type, Buffer.concat(head))]
    }),
  )
}
