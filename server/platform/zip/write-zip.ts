import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  /** A path with `/` between its parts. */
  name: string
  /** Local time: `2026-05-20 20:00` */
  modified: string
  content: Readable
}

/** Kept for each entry until the central directory is written. */
interface Listed {
  name: Buffer
  time: number
  sum: number
  packed: number
  size: number
  offset: number
}

/** Checksum and sizes follow the content; the name is UTF-8. */
const flags = 0x0808
const deflated = 8
const version = 20
const version64 = 45
const most32 = 0xffffffff
const most16 = 0xffff

/** Date and time in DOS format: two seconds exact, from 1980 on. */
const dosTime = (time: string): number => {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0] = time.match(/\d+/g)?.map(Number) ?? []
  const date = (Math.max(0, year - 1980) << 9) | (month << 5) | day
  return ((date << 16) | (hour << 11) | (minute << 5)) >>> 0
}

const localHeader = ({ name, time }: Pick<Listed, 'name' | 'time'>): Buffer => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt32LE(time, 10)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

const descriptor = ({ sum, packed, size }: Listed): Buffer => {
  const after = Buffer.alloc(16)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(sum, 4)
  after.writeUInt32LE(packed, 8)
  after.writeUInt32LE(size, 12)
  return after
}

/** The offset of an entry in an archive beyond 4 GB. */
const wideOffset = (offset: number): Buffer => {
  if (offset < most32) return Buffer.alloc(0)
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
}

const listing = (entry: Listed): Buffer => {
  const extra = wideOffset(entry.offset)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(version64, 4)
  header.writeUInt16LE(extra.length > 0 ? version64 : version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt32LE(entry.time, 12)
  header.writeUInt32LE(entry.sum, 16)
  header.writeUInt32LE(entry.packed, 20)
  header.writeUInt32LE(entry.size, 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(entry.offset, most32), 42)
  return Buffer.concat([header, entry.name, extra])
}

/** The end records; `begin` and `length` are those of the central directory. */
const ending = (count: number, begin: number, length: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(length, most32), 12)
  end.writeUInt32LE(Math.min(begin, most32), 16)
  if (count < most16 && begin < most32 && length < most32) return end
  const wide = Buffer.alloc(76)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(version64, 12)
  wide.writeUInt16LE(version64, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(length), 40)
  wide.writeBigUInt64LE(BigInt(begin), 48)
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(begin + length), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

/** The longest block that deflate stores as it is. */
const longestBlock = 0xffff
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

const blockHeader = (length: number): Buffer => {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(length, 1)
  header.writeUInt16LE(length ^ 0xffff, 3)
  return header
}

/**
 * The packed content of one entry. Uploads are compressed already: deflate without compression is understood by every reader. Written
 * here, because a stream of zlib for each of ten thousand entries keeps hundreds of megabytes until memory is next tidied up.
 */
const packedOf = async function* (content: Readable, listed: Listed): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    listed.sum = crc32(chunk, listed.sum)
    listed.size += chunk.length
    for (let from = 0; from < chunk.length; from += longestBlock) {
      const block = chunk.subarray(from, from + longestBlock)
      const header = blockHeader(block.length)
      listed.packed += header.length + block.length
      yield header
      yield block
    }
  }
  listed.packed += lastBlock.length
  yield lastBlock
}

const bytesOf = async function* (entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const list: Listed[] = []
  let offset = 0
  for await (const { name, modified, content } of entries) {
    const listed = { name: Buffer.from(name), time: dosTime(modified), sum: 0, packed: 0, size: 0, offset }
    const header = localHeader(listed)
    try {
      yield header
      yield* packedOf(content, listed)
    } finally {
      // If the consumer stops between two entries, the next one's file would stay open.
      content.destroy()
    }
    const after = descriptor(listed)
    yield after
    offset += header.length + listed.packed + after.length
    list.push(listed)
  }
  let length = 0
  for (const listed of list) {
    const line = listing(listed)
    length += line.length
    yield line
  }
  yield ending(list.length, offset, length)
}

/** Writes an archive while its entries are read: only the directory is in memory. */
export const writeZip = (entries: AsyncIterable<ZipEntry>): Readable =>
  Readable.from(bytesOf(entries), { objectMode: false, highWaterMark: 64 * 1024 })
