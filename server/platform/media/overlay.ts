import { Readable } from 'node:stream'
import type { StoredContent } from '../http/stored-content.ts'

/** A range that is served as a text, or as one byte again and again, in place of the bytes of the file. */
export interface Patch {
  start: number
  length: number
  /** One character for each byte, as long as the range. */
  text?: string
  /** Zero, unless it says otherwise. */
  fill?: number
}

const endOf = ({ start, length }: Patch): number => start + length

/** The first patch that ends after `offset`. */
const firstAfter = (patches: readonly Patch[], offset: number): number => {
  let [low, high] = [0, patches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(patches[middle]!) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether a patch touches the bytes from `start` up to `end`, which is not included. Patches are in order and apart. */
const isPatched = (patches: readonly Patch[], start: number, end: number): boolean => {
  const next = patches[firstAfter(patches, start)]
  return next !== undefined && next.start < end
}

/** Writes into a piece of the file, which begins at `offset`, what the patches say about it. */
export const patchPiece = (piece: Buffer, offset: number, patches: readonly Patch[]): Buffer => {
  const end = offset + piece.length
  let index = firstAfter(patches, offset)
  if (index === patches.length || patches[index]!.start >= end) return piece
  const patched = Buffer.from(piece)
  for (let patch = patches[index]; patch && patch.start < end; patch = patches[(index += 1)]) {
    const from = Math.max(patch.start, offset)
    const to = Math.min(endOf(patch), end)
    if (patch.text === undefined) patched.fill(patch.fill ?? 0, from - offset, to - offset)
    else patched.write(patch.text.slice(from - patch.start, to - patch.start), from - offset, 'latin1')
  }
  return patched
}

/** A range of the file that begins at `start`, with the patches in place. */
export const overlay = async function* (
  pieces: AsyncIterable<Buffer>,
  start: number,
  patches: readonly Patch[],
): AsyncGenerator<Buffer> {
  let offset = start
  for await (const piece of pieces) {
    yield patchPiece(piece, offset, patches)
    offset += piece.length
  }
}

/** Stored content with the patches in place. Ranges that they do not touch are passed on as they are. */
export const overlaidContent = (content: StoredContent, patches: readonly Patch[]): StoredContent => ({
  ...content,
  tag: `${content.tag}-blind`,
  open: async (range) => {
    const stream = await content.open(range)
    const [start, end] = range ? [range.start, range.end + 1] : [0, content.size]
    if (!stream || !isPatched(patches, start, end)) return stream
    return Readable.from(overlay(stream as AsyncIterable<Buffer>, start, patches), { objectMode: false })
  },
})
