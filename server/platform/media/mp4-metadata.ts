import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { readTopBoxes, type Box } from '@lectern/contract/media/mp4-boxes.ts'
import type { Metadata } from './documents.ts'
import { patchesOfDescription } from './mp4-descriptions.ts'
import { byteAt, childrenOf, kindOfTrack, numberAt, type Index } from './mp4-index.ts'
import { keptBoxes, shownTracks, subtitleTracks } from './mp4-kept.ts'
import { spansOf, unshownContent } from './mp4-samples.ts'
import { freed, zeros, zerosAfterBoxes } from './mp4-space.ts'
import type { Patch } from './overlay.ts'

/** The index of a film of several hours; a larger one is not what it says. */
const maxIndexBytes = 64 * 1024 * 1024

/** More boxes or patches than this are made to be expensive. */
const maxTopBoxes = 20_000
const maxPatches = 40_000
const blockBytes = 4_096

/** Boxes that follow each other are read at once. */
const inBlocks = (source: ByteSource): ByteSource => {
  let from = 0
  let block: Uint8Array = new Uint8Array()
  return {
    size: source.size,
    read: async (start, end) => {
      if (start < from || end > from + block.length) {
        block = await source.read(start, Math.min(Math.max(end, start + blockBytes), source.size))
        from = start
      }
      return block.subarray(start - from, end - from)
    },
  }
}

/** What was in such a box before may still be there. */
const freeBoxes = new Set(['free', 'skip', 'wide'])

/** Bytes of a head with the times at which something was made and changed. What follows them is no part of it. */
const headBytes: Readonly<Record<string, readonly [short: number, long: number]>> = {
  mvhd: [100, 112],
  tkhd: [84, 96],
  mdhd: [24, 36],
}

function* patchesOfHead(index: Index, { type, contentStart, end }: Box): Generator<Patch> {
  const isLong = byteAt(index, contentStart) === 1
  yield zeros(contentStart + 4, contentStart + 4 + (isLong ? 16 : 8))
  const rest = contentStart + headBytes[type]![isLong ? 1 : 0]
  if (rest > end) throw new Error('The index of this film is damaged')
  if (rest < end) yield zeros(rest, end)
}

/** Only the kind of track stays: neither the program that wrote it nor the name that people gave it. */
const patchesOfHandler = ({ contentStart, end }: Box): Patch[] =>
  contentStart + 12 < end ? [zeros(contentStart + 12, end)] : []

/** Where the content of a track is: in this file. Paths of other files are blanked. */
function* patchesOfReferences(index: Index, box: Box): Generator<Patch> {
  const entries = { ...box, contentStart: box.contentStart + 8 }
  for (const { contentStart, end } of childrenOf(index, entries))
    if (contentStart + 4 < end) yield zeros(contentStart + 4, end)
  yield* zerosAfterBoxes(index, entries)
}

/** Tables of numbers: how long their head and each of their entries are. */
const tableBytes: Readonly<Record<string, readonly [head: number, entry: number]>> = {
  stts: [8, 8],
  ctts: [8, 8],
  stsc: [8, 12],
  stco: [8, 4],
  co64: [8, 8],
  stss: [8, 4],
  stps: [8, 4],
  stsz: [12, 4],
  elst: [8, 12],
}

const entryBytes = (index: Index, { type, contentStart }: Box): number => {
  // Either all samples are of one size, or each has an entry.
  if (type === 'stsz' && numberAt(index, contentStart + 4) !== 0) return 0
  return type === 'elst' && byteAt(index, contentStart) === 1 ? 20 : tableBytes[type]![1]
}

/** What follows the last entry of a table is no part of it. */
function* patchesOfTable(index: Index, box: Box): Generator<Patch> {
  const { contentStart, end } = box
  const [head] = tableBytes[box.type]!
  const rest = contentStart + head + numberAt(index, contentStart + head - 4) * entryBytes(index, box)
  if (rest < end) yield zeros(rest, end)
}

function* patchesOfBox(index: Index, box: Box): Generator<Patch> {
  if (box.type in headBytes) yield* patchesOfHead(index, box)
  else if (box.type in tableBytes) yield* patchesOfTable(index, box)
  else if (box.type === 'hdlr') yield* patchesOfHandler(box)
  else if (box.type === 'dref') yield* patchesOfReferences(index, box)
  else if (box.type === 'stsd') yield* patchesOfDescription(index, box)
  else if (keptBoxes[box.type]) yield* patchesIn(index, box)
}

function* patchesIn(index: Index, box: Box): Generator<Patch> {
  const kept = keptBoxes[box.type]!
  for (const child of childrenOf(index, box)) {
    const isHiddenTrack = child.type === 'trak' && !shownTracks.has(kindOfTrack(index, child))
    if (freeBoxes.has(child.type)) yield zeros(child.contentStart, child.end)
    else if (kept.has(child.type) && !isHiddenTrack) yield* patchesOfBox(index, child)
    else yield* freed(child)
  }
  yield* zerosAfterBoxes(index, box)
}

const readIndex = async (source: ByteSource, box: Box): Promise<Index> => {
  if (box.end - box.start > maxIndexBytes) throw new Error('The index of this film is too large')
  return { bytes: await source.read(box.start, box.end), offset: box.start }
}

/** Subtitles: of each track, this much is searched for names. */
const maxTextBytes = 1024 * 1024
const words = /[\p{L}\p{N}][\p{L}\p{N}\s.,@+'’·-]+/gu

const textIn = (bytes: Uint8Array): string =>
  [...Buffer.from(bytes).toString('utf8').matchAll(words)].map(([text]) => text).join('\n')

const subtitlesIn = async (source: ByteSource, index: Index, track: Box): Promise<string> => {
  const texts: string[] = []
  let bytes = 0
  for (const { start, end } of spansOf(index, track)) {
    if (bytes > maxTextBytes || end > source.size) break
    texts.push(textIn(await source.read(start, Math.min(end, start + maxTextBytes))))
    bytes += end - start
  }
  return texts.join('\n')
}

interface Found {
  patches: Patch[]
  texts: string[]
}

/** The index of the whole film, and what of its content no shown track refers to. */
const inIndex = async (source: ByteSource, box: Box, boxes: readonly Box[]): Promise<Found> => {
  const index = await readIndex(source, box)
  const patches = [...patchesIn(index, box)]
  const tracks = [...childrenOf(index, box)].filter(({ type }) => type === 'trak')
  const shown = tracks.filter((track) => shownTracks.has(kindOfTrack(index, track)))
  if (shown.length === 0) throw new Error('This film has no track that is shown')
  const hidden = tracks.filter((track) => !shown.includes(track))
  if (boxes.some(({ type }) => type === 'moof')) {
    // Where their content is, each fragment tells in its own way.
    if (hidden.length > 0) throw new Error('A recording in fragments has a track that is not shown')
  } else {
    const contents = boxes.filter(({ type }) => type === 'mdat')
    for (const { start, end } of unshownContent(index, { shown, hidden }, contents)) patches.push(zeros(start, end))
  }
  const texts: string[] = []
  for (const track of shown)
    if (subtitleTracks.has(kindOfTrack(index, track))) texts.push(await subtitlesIn(source, index, track))
  return { patches, texts }
}

const inBox = async (source: ByteSource, box: Box, boxes: readonly Box[]): Promise<Found> => {
  if (freeBoxes.has(box.type)) return { patches: [zeros(box.contentStart, box.end)], texts: [] }
  if (!keptBoxes['file']!.has(box.type)) return { patches: freed(box), texts: [] }
  if (box.type === 'moov') return inIndex(source, box, boxes)
  if (box.type !== 'moof' && box.type !== 'mfra') return { patches: [], texts: [] }
  return { patches: [...patchesIn(await readIndex(source, box), box)], texts: [] }
}

/**
 * What to write over an MP4 or QuickTime file so that only what may stay is left. Pictures, sound and subtitles stay as
 * they are, byte for byte. The texts are those that are left.
 */
export const findMetadata = async (source: ByteSource): Promise<Metadata> => {
  const blocks = inBlocks(source)
  const { boxes, isCut } = await readTopBoxes(blocks, maxTopBoxes)
  if (isCut || boxes.at(-1)?.end !== source.size) throw new Error('This film is damaged, or has too many parts')
  if (boxes.filter(({ type }) => type === 'moov').length !== 1) throw new Error('This film has no index, or several')
  const all: Found[] = []
  let count = 0
  for (const box of boxes) {
    const one = await inBox(blocks, box, boxes)
    all.push(one)
    count += one.patches.length
    if (count > maxPatches) throw new Error('This film has too many parts')
  }
  const patches = all
    .flatMap((one) => one.patches)
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.start - other.start)
  const text = all.flatMap((one) => one.texts).join('\n')
  return { patches, texts: text.trim() === '' ? [] : [{ place: { kind: 'subtitles' }, text }] }
}
