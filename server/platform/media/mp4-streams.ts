import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { findSetting } from './mp4-descriptions.ts'
import { patchesOfAac, patchesOfJpeg, patchesOfPng } from './mp4-frames.ts'
import { byteAt, childrenOf, findIn, type Index } from './mp4-index.ts'
import type { Run, Span } from './mp4-samples.ts'
import { hasPlainAac } from './mp4-settings.ts'
import { isKeptNal, patchesOfMpeg4, patchesOfNal, patchesOfObus, type NalFormat } from './mp4-units.ts'
import type { Patch } from './overlay.ts'

/** Finds what may not stay in one sample. */
type SampleCleaner = (source: ByteSource, sample: Span) => AsyncGenerator<Patch> | Generator<Patch>

/** No sample of a film is larger. */
const maxSampleBytes = 100_000_000
/** What stands before sound or a picture. */
const headBytes = 4_096

const numberIn = (bytes: Uint8Array, from: number, length: number): number => {
  let value = 0
  for (let at = from; at < from + length; at += 1) value = value * 256 + bytes[at]!
  return value
}

/** Each unit has its length before it. Those that may stay are not looked into. */
const cleanUnits = (format: NalFormat, lengthBytes: number): SampleCleaner =>
  async function* (source, { start, end }) {
    for (let at = start; at + lengthBytes < end;) {
      const bytes = await source.read(at, Math.min(at + headBytes, end))
      const first = at
      while (at + lengthBytes < Math.min(first + bytes.length, end)) {
        const from = at + lengthBytes
        const length = numberIn(bytes, at - first, lengthBytes)
        if (from + length > end) throw new Error('A sample of this film is damaged')
        if (length > 0 && !isKeptNal(format, bytes[from - first]!))
          yield* patchesOfNal(format, await source.read(from, from + length), from)
        at = from + length
      }
    }
  }

const cleanWhole = (patchesOf: (bytes: Uint8Array, start: number) => Generator<Patch>, maxBytes = maxSampleBytes) =>
  async function* (source: ByteSource, { start, end }: Span): AsyncGenerator<Patch> {
    yield* patchesOf(await source.read(start, Math.min(end, start + maxBytes)), start)
  }

const unitLength = (index: Index, setting: Box | undefined, at: number): number =>
  setting ? (byteAt(index, setting.contentStart + at) & 3) + 1 : 4

/** undefined: nothing but pictures or sound can be in a sample, or only a decoder could tell. */
const cleanerOf = (index: Index, entry: Box, isIso: boolean): SampleCleaner | undefined => {
  const setting = (name: string): Box | undefined => findSetting(index, entry, isIso, [name])
  switch (entry.type) {
    case 'avc1':
    case 'avc2':
    case 'avc3':
      return cleanUnits('avc', unitLength(index, setting('avcC'), 4))
    case 'hvc1':
    case 'hev1':
    case 'dvh1':
    case 'dvhe':
      return cleanUnits('hevc', unitLength(index, setting('hvcC'), 21))
    case 'av01':
      return cleanWhole(patchesOfObus)
    case 'mp4v':
      return cleanWhole(patchesOfMpeg4, headBytes)
    case 'jpeg':
    case 'mjpa':
      return cleanWhole(patchesOfJpeg)
    case 'png ':
      return cleanWhole(patchesOfPng)
    case 'mp4a':
      return hasPlainAac(index, setting('esds') ?? findSetting(index, entry, isIso, ['wave', 'esds']))
        ? cleanWhole(patchesOfAac, headBytes)
        : undefined
    default:
      return undefined
  }
}

/** By the number of the description, of which the first is 1. */
export const cleanersOf = (index: Index, track: Box): (SampleCleaner | undefined)[] => {
  const box = findIn(index, track, ['mdia', 'minf', 'stbl', 'stsd'])
  if (!box) return []
  const isIso = byteAt(index, box.contentStart) === 1
  const entries = [...childrenOf(index, { ...box, contentStart: box.contentStart + 8 })]
  return [undefined, ...entries.map((entry) => cleanerOf(index, entry, isIso))]
}

export interface Stream {
  cleaners: readonly (SampleCleaner | undefined)[]
  runs: readonly Run[]
}

/** What may not stay in the samples of these tracks, which are read in the order of the file. */
export const patchesOfStreams = async function* (
  source: ByteSource,
  streams: readonly Stream[],
): AsyncGenerator<Patch> {
  const runs = streams
    .flatMap(({ cleaners, runs: own }) => own.map((run) => ({ run, clean: cleaners[run.description] })))
    .toSorted((one, other) => one.run.start - other.run.start)
  for (const { run, clean } of runs) {
    let at = run.start
    for (const size of clean ? run.sizes : []) {
      const end = at + size
      // Nothing is there.
      if (at < 0 || end > source.size) break
      if (size > maxSampleBytes) throw new Error('A sample of this film is damaged')
      if (size > 0) yield* clean!(source, { start: at, end })
      at = end
    }
  }
}
