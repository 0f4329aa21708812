/** The part of the tar format (ustar) that a backup needs: plain files with short names. */

const block = 512
const nameBytes = 100

const padding = (size: number): number => (block - (size % block)) % block

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

const sumAt = 148
const prefixAt = 345
const sumWidth = 8

/** The sum of all bytes, with the checksum field taken as blanks. */
const sumOf = (head: Buffer): number =>
  head.reduce((sum, byte, index) => sum + (index >= sumAt && index < sumAt + sumWidth ? 0x20 : byte), 0)

/** The header of a file. */
export const tarHead = (name: string, size: number, modified: Date): Buffer => {
  if (Buffer.byteLength(name) > nameBytes) throw new Error(`${name} is too long for an archive`)
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(size, 12), 124)
  head.write(octal(Math.floor(modified.getTime() / 1000), 12), 136)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, sumAt)
  return head
}

export const tarPadding = (size: number): Buffer => Buffer.alloc(padding(size))

export const tarEnd = (): Buffer => Buffer.alloc(2 * block)

/** The archive is invalid or incomplete. */
export class ArchiveError extends Error {}

export interface TarEntry {
  name: string
  size: number
  /** Must be read, or skipped, before the next entry is requested. */
  content: AsyncIterable<Buffer>
}

/** Reads a stream in requested amounts. */
const createTaker = (source: AsyncIterable<Buffer>) => {
  const pieces = source[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)
  /** Up to this many bytes, at least one; none at the end. */
  const some = async (most: number): Promise<Buffer> => {
    while (buffered.length === 0) {
      const { done, value } = await pieces.next()
      if (done) return buffered
      buffered = value
    }
    const taken = buffered.subarray(0, most)
    buffered = buffered.subarray(taken.length)
    return taken
  }
  const exactly = async (bytes: number): Promise<Buffer> => {
    const taken: Buffer[] = []
    for (let left = bytes; left > 0;) {
      const piece = await some(left)
      if (piece.length === 0) throw new ArchiveError('it ends too early')
      taken.push(piece)
      left -= piece.length
    }
    return Buffer.concat(taken)
  }
  return { some, exactly }
}

const textAt = (head: Buffer, at: number, width: number): string =>
  head.toString('utf8', at, at + width).replace(/\0[^]*$/, '')

const numberAt = (head: Buffer, at: number, width: number): number => {
  const text = textAt(head, at, width).trim()
  if (!/^[0-7]+$/.test(text)) throw new ArchiveError('it is no archive of this kind')
  return Number.parseInt(text, 8)
}

/** Other programs pad an archive with at most this many zeros. */
const maxPaddingBytes = 1024 ** 2

const requirePadding = async (some: (most: number) => Promise<Buffer>): Promise<void> => {
  for (let left = maxPaddingBytes; ;) {
    const piece = await some(64 * 1024)
    if (piece.length === 0) return
    left -= piece.length
    if (left < 0 || piece.some((byte) => byte !== 0)) throw new ArchiveError('something follows its end')
  }
}

/** The files in an archive, in order; other kinds of entries are refused. */
export const readTar = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const { some, exactly } = createTaker(source)
  for (;;) {
    const head = await exactly(block)
    if (head.every((byte) => byte === 0)) break
    if (numberAt(head, sumAt, sumWidth) !== sumOf(head)) throw new ArchiveError('it is damaged')
    const kind = textAt(head, 156, 1)
    if (kind !== '0' && kind !== '') throw new ArchiveError('it holds something else than files')
    // Other programs split long names in two; this one never writes them.
    if (head[prefixAt] !== 0) throw new ArchiveError('it is no archive of this kind')
    const size = numberAt(head, 124, 12)
    let left = size
    const content = (async function* () {
      while (left > 0) {
        const piece = await some(left)
        if (piece.length === 0) throw new ArchiveError('it ends too early')
        left -= piece.length
        yield piece
      }
    })()
    yield { name: textAt(head, 0, nameBytes), size, content }
    while (left > 0) {
      const piece = await some(left)
      if (piece.length === 0) throw new ArchiveError('it ends too early')
      left -= piece.length
    }
    await exactly(padding(size))
  }
  // The rest is read too: a second archive must not hide there, and the checksum of the compressed stream is
  // verified.
  await requirePadding(some)
}
