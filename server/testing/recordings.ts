import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { readTopBoxes } from '@lectern/contract/media/mp4-boxes.ts'
import { countedSource, mediaSample } from './media-samples.ts'

export interface Recording {
  head: Buffer
  /** The piece that begins after so many others; all are equally long. */
  piece: (number: number) => Buffer
  count: number
}

/** A long recording that is made while it is read. */
export const recordingSource = ({ head, piece, count }: Recording): ByteSource & { reads: number } => {
  const { length } = piece(0)
  const source = {
    size: head.length + count * length,
    reads: 0,
    read: async (start: number, end: number) => {
      source.reads += 1
      const first = Math.max(0, Math.floor((start - head.length) / length))
      const last = Math.min(count - 1, Math.floor((end - 1 - head.length) / length))
      const from = start < head.length ? 0 : head.length + first * length
      const pieces = start < head.length ? [head] : []
      for (let number = first; number <= last; number += 1) pieces.push(piece(number))
      return Buffer.concat(pieces).subarray(start - from, end - from)
    },
  }
  return source
}

/** A fragment whose content is found from where it begins, instead of from the beginning of the file. */
const movable = (given: Buffer): Buffer => {
  const head = given.indexOf('tfhd')
  const fragment = Buffer.concat([given.subarray(0, head + 12), given.subarray(head + 20)])
  for (const box of ['moof', 'traf', 'tfhd']) {
    const at = fragment.indexOf(box) - 4
    fragment.writeUInt32BE(fragment.readUInt32BE(at) - 8, at)
  }
  fragment.writeUInt32BE((fragment.readUInt32BE(head + 4) & ~1) | 0x2_0000, head + 4)
  const run = fragment.indexOf('trun')
  fragment.writeUInt32BE(fragment.readUInt32BE(run + 12) - 8, run + 12)
  return fragment
}

/** Makes the first sample of a fragment so long that all of them fill a content of so many bytes. */
const fill = (fragment: Buffer, bytes: number): void => {
  const run = fragment.indexOf('trun')
  let others = 0
  for (let sample = 1; sample < fragment.readUInt32BE(run + 8); sample += 1)
    others += fragment.readUInt32BE(run + 20 + 8 * sample)
  fragment.writeUInt32BE(bytes - others, run + 20)
}

/** Fragments of a second each, as large as 720p is. */
export const fragmentsOf = async ({ seconds, bytes }: { seconds: number; bytes: number }): Promise<Recording> => {
  const film = await mediaSample('fragments.mp4')
  const { boxes } = await readTopBoxes(countedSource(film), 10)
  const first = boxes.find(({ type }) => type === 'moof')!
  const fragment = movable(film.subarray(first.start, first.end))
  const time = fragment.indexOf('tfdt')
  const gap = Buffer.alloc(bytes)
  gap.writeUInt32BE(gap.length)
  gap.write('mdat', 4)
  fill(fragment, bytes - 8)
  // The sample has a second in each fragment; its track tells the units of it.
  const units = film.readUInt32BE(film.indexOf('mdhd') + 16)
  return {
    head: film.subarray(0, first.start),
    count: seconds,
    piece: (number) => {
      const moved = Buffer.from(fragment)
      moved.writeBigUInt64BE(BigInt(number * units), time + 8)
      return Buffer.concat([moved, gap])
    },
  }
}
