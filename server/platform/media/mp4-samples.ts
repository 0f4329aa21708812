import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { findIn, numberAt, type Index } from './mp4-index.ts'

/** From `start` up to `end`, which is not included. */
export interface Span {
  start: number
  end: number
}

/** A film of several hours has fewer pieces. */
const maxChunks = 2_000_000

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

/** How many samples each chunk has. */
const samplesPerChunk = (index: Index, stbl: Box, chunks: number): number[] => {
  const table = tableOf(index, stbl, 'stsc', 12)
  const counts: number[] = []
  for (let entry = 0; table && entry < table.count; entry += 1) {
    const at = table.box.contentStart + 8 + entry * 12
    const next = entry + 1 < table.count ? numberAt(index, at + 12) - 1 : chunks
    const samples = numberAt(index, at + 4)
    while (counts.length < Math.min(next, chunks)) counts.push(samples)
  }
  return counts
}

/** Undefined: sizes are not written one by one, as for sound that is not compressed. */
const sampleSizes = (index: Index, stbl: Box): Table | undefined => {
  const table = tableOf(index, stbl, 'stsz', 4, 12)
  return table && numberAt(index, table.box.contentStart + 4) === 0 ? table : undefined
}

/** Where the content of a track is; the end of a piece is unknown where sizes are not written one by one. */
const chunksOf = (index: Index, track: Box): { start: number; end: number | undefined }[] => {
  const stbl = findIn(index, track, ['mdia', 'minf', 'stbl'])
  if (!stbl) return []
  const starts = chunkStarts(index, stbl)
  const counts = samplesPerChunk(index, stbl, starts.length)
  const sizes = sampleSizes(index, stbl)
  let sample = 0
  return starts.map((start, chunk) => {
    if (!sizes) return { start, end: undefined }
    let end = start
    const last = Math.min(sample + (counts[chunk] ?? 0), sizes.count)
    for (; sample < last; sample += 1) end += numberAt(index, sizes.box.contentStart + 12 + sample * 4)
    return { start, end }
  })
}

/** The content of one track, in order. Pieces whose size is unknown are left out. */
export const spansOf = (index: Index, track: Box): Span[] =>
  chunksOf(index, track).flatMap(({ start, end }) => (end === undefined ? [] : [{ start, end }]))

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

/** The parts of these boxes that no track refers to which is shown. */
export const unshownContent = (
  index: Index,
  { shown, hidden }: { shown: readonly Box[]; hidden: readonly Box[] },
  contents: readonly Box[],
): Span[] => {
  const chunks = shown.flatMap((track) => chunksOf(index, track))
  const starts = [...chunks, ...hidden.flatMap((track) => chunksOf(index, track))]
    .map(({ start }) => start)
    .toSorted((one, other) => one - other)
  const nextStart = (after: number): number => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! > after) high = middle
      else low = middle + 1
    }
    return starts[low] ?? Infinity
  }
  const spans = chunks
    .map(({ start, end }) => ({ start, end: end ?? nextStart(start) }))
    .toSorted((one, other) => one.start - other.start)
  return contents.flatMap(({ contentStart, end }) => gapsBetween(spans, contentStart, end))
}
