import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { byteAt, findIn, numberAt, shortAt, textAt, type Index } from './mp4-index.ts'

/** From `start` up to `end`, which is not included. */
export interface Span {
  start: number
  end: number
}

/** Samples that follow each other in the file. `description`: which one of the track tells how they are encoded. */
export interface Run extends Span {
  description: number
  /** Empty: they are not written one by one, as of sound that is not compressed. */
  sizes: readonly number[]
}

/** A film of several hours has fewer pieces. */
const maxChunks = 2_000_000
const maxSamples = 4_000_000

interface Table {
  index: Index
  box: Box
  /** Entries, as many as fit into the box. */
  count: number
}

const tableOf = (index: Index, stbl: Box, type: string, entryBytes: number, headBytes = 8): Table | undefined => {
  const box = findIn(index, stbl, [type])
  if (!box) return undefined
  const fitting = Math.floor((box.end - box.contentStart - headBytes) / entryBytes)
  const count = Math.min(numberAt(index, box.contentStart + headBytes - 4), Math.max(0, fitting))
  return { index, box, count }
}

const chunkStarts = (index: Index, stbl: Box): number[] => {
  const short = tableOf(index, stbl, 'stco', 4)
  const table = short ?? tableOf(index, stbl, 'co64', 8)
  if (!table) return []
  if (table.count > maxChunks) throw new Error('This film has too many pieces')
  const at = (entry: number): number => table.box.contentStart + 8 + entry * (short ? 4 : 8)
  return Array.from({ length: table.count }, (_, entry) =>
    short ? numberAt(index, at(entry)) : numberAt(index, at(entry)) * 2 ** 32 + numberAt(index, at(entry) + 4),
  )
}

interface ChunkEntry {
  samples: number
  description: number
}

/** How many samples each chunk has, and of which description. */
const chunkEntries = (index: Index, stbl: Box, chunks: number): ChunkEntry[] => {
  const table = tableOf(index, stbl, 'stsc', 12)
  const entries: ChunkEntry[] = []
  for (let row = 0; table && row < table.count; row += 1) {
    const at = table.box.contentStart + 8 + row * 12
    const next = row + 1 < table.count ? numberAt(index, at + 12) - 1 : chunks
    const entry = { samples: numberAt(index, at + 4), description: numberAt(index, at + 8) }
    while (entries.length < Math.min(next, chunks)) entries.push(entry)
  }
  return entries
}

interface SampleSizes {
  count: number
  sizeOf(sample: number): number
}

/** Sizes of 4, 8 or 16 bits. */
const shortSizes = (index: Index, stbl: Box): SampleSizes | undefined => {
  const box = findIn(index, stbl, ['stz2'])
  if (!box) return undefined
  const bits = byteAt(index, box.contentStart + 7)
  const first = box.contentStart + 12
  const sizeOf = (sample: number): number => {
    if (bits === 16) return shortAt(index, first + 2 * sample)
    if (bits === 8) return byteAt(index, first + sample)
    return (byteAt(index, first + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 15
  }
  const fitting = Math.max(0, Math.floor(((box.end - first) * 8) / bits))
  return { count: Math.min(numberAt(index, box.contentStart + 8), fitting), sizeOf }
}

/** Undefined: all samples are of one size. */
const sampleSizes = (index: Index, stbl: Box): SampleSizes | undefined => {
  const table = tableOf(index, stbl, 'stsz', 4, 12)
  if (!table) return shortSizes(index, stbl)
  const { box, count } = table
  if (numberAt(index, box.contentStart + 4) !== 0) return undefined
  return { count, sizeOf: (sample) => numberAt(index, box.contentStart + 12 + sample * 4) }
}

/** Sound with one byte for each moment and channel, whatever its description says. */
const byteFormats = new Set(['ulaw', 'alaw'])

/** How many bytes so many samples of one size take, at most: QuickTime counts moments of sound, and tells in one of three ways how large those are. */
const constantBytes = (index: Index, stbl: Box, samples: number): number => {
  const sizes = findIn(index, stbl, ['stsz'])
  const entry = (findIn(index, stbl, ['stsd'])?.contentStart ?? 0) + 16
  const packets = (packetBytes: number, moments: number): number =>
    moments > 0 ? Math.ceil(samples / moments) * packetBytes : 0
  const inQuickTime = (): number => {
    const version = shortAt(index, entry + 8)
    if (version === 1) return packets(numberAt(index, entry + 36), numberAt(index, entry + 28))
    if (version === 2) return packets(numberAt(index, entry + 56), numberAt(index, entry + 60))
    const bytes = byteFormats.has(textAt(index, entry - 4)) ? 1 : Math.ceil(shortAt(index, entry + 18) / 8)
    return samples * shortAt(index, entry + 16) * bytes
  }
  return Math.max(samples * (sizes ? numberAt(index, sizes.contentStart + 4) : 0), inQuickTime())
}

/** The content of one track, in the order of time. */
export const runsOf = (index: Index, track: Box): Run[] => {
  const stbl = findIn(index, track, ['mdia', 'minf', 'stbl'])
  if (!stbl) return []
  const starts = chunkStarts(index, stbl)
  const entries = chunkEntries(index, stbl, starts.length)
  const sizes = sampleSizes(index, stbl)
  if (sizes && sizes.count > maxSamples) throw new Error('This film has too many pieces')
  let sample = 0
  return starts.map((start, chunk) => {
    const { samples, description } = entries[chunk] ?? { samples: 0, description: 1 }
    if (!sizes) return { start, end: start + constantBytes(index, stbl, samples), description, sizes: [] }
    const own: number[] = []
    let end = start
    for (const last = Math.min(sample + samples, sizes.count); sample < last; sample += 1) {
      own.push(sizes.sizeOf(sample))
      end += own.at(-1)!
    }
    return { start, end, description, sizes: own }
  })
}

/** What between `start` and `end` belongs to none of these, which are in order of their start. */
const gapsBetween = (spans: readonly Span[], start: number, end: number): Span[] => {
  const gaps: Span[] = []
  let at = start
  for (const span of spans) {
    if (span.end <= at) continue
    if (span.start >= end) break
    if (span.start > at) gaps.push({ start: at, end: span.start })
    at = span.end
  }
  if (at < end) gaps.push({ start: at, end })
  return gaps
}

/** The parts of these boxes that belong to none of the shown samples. Others may begin within the longest that those could be. */
export const unshownContent = (
  { shown, hidden }: { shown: readonly Run[]; hidden: readonly Run[] },
  contents: readonly Box[],
): Span[] => {
  const starts = [...shown, ...hidden].map(({ start }) => start).toSorted((one, other) => one - other)
  const nextStart = (after: number): number => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! > after) high = middle
      else low = middle + 1
    }
    return starts[low] ?? Infinity
  }
  const spans = shown
    .map(({ start, end, sizes }) => ({ start, end: sizes.length > 0 ? end : Math.min(end, nextStart(start)) }))
    .toSorted((one, other) => one.start - other.start)
  return contents.flatMap(({ contentStart, end }) => gapsBetween(spans, contentStart, end))
}
