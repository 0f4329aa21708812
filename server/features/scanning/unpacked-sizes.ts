import type { ByteSource } from '@lectern/contract/media/byte-source.ts'

/** The end of a ZIP archive with the longest comment that it can have. */
const tailBytes = 22 + 65_535
const maxDirectoryBytes = 4 * 1024 ** 2
/** clamd reads no more files of an archive as it is delivered, and no more than four times the largest file together. */
const maxEntries = 10_000
const totalFactor = 4

const endSignature = Buffer.from('PK\u0005\u0006')
const entrySignature = 0x02014b50
const entryBytes = 46

const bytesOf = async (source: ByteSource, start: number, end: number): Promise<Buffer> =>
  Buffer.from(await source.read(start, end))

/** The unpacked sizes that the directory of an archive names; undefined: it cannot be read. */
const sizesIn = (directory: Buffer, count: number): number[] | undefined => {
  const sizes: number[] = []
  let at = 0
  while (sizes.length < count) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entrySignature) return undefined
    sizes.push(directory.readUInt32LE(at + 24))
    at +=
      entryBytes + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return sizes
}

/**
 * Whether a scanner that reads files up to a size reads everything in this content. clamd says `OK` of an archive although it has not read
 * what unpacks to more, whatever its settings. Documents of office programs are archives, too. Other content is what it is.
 */
export const isUnpackedWholly = async (source: ByteSource, maxBytes: number): Promise<boolean> => {
  const tailStart = Math.max(0, source.size - tailBytes)
  const tail = await bytesOf(source, tailStart, source.size)
  const end = tail.lastIndexOf(endSignature)
  if (end < 0 || end + 22 > tail.length) return true
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  // Larger archives say it elsewhere (ZIP64).
  if (count > maxEntries || length > maxDirectoryBytes || start + length > source.size) return false
  const sizes = sizesIn(await bytesOf(source, start, start + length), count)
  if (!sizes) return false
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.every((size) => size <= maxBytes) && total <= totalFactor * maxBytes
}
