import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { readTopBoxes, type Box } from '@lectern/contract/media/mp4-boxes.ts'
import type { Metadata } from './documents.ts'
import { patchesOfDescription } from './mp4-descriptions.ts'
import { hasFields, patchesOfBrands, patchesOfFields } from './mp4-fields.ts'
import { defaultsOf, numberOfTrack, runsOfFragment, type TrackDefaults } from './mp4-fragments.ts'
import { childrenOf, findIn, kindOfTrack, numberAt, type Index } from './mp4-index.ts'
import { keptBoxes, shownTracks, subtitleTracks } from './mp4-allowlist.ts'
import { runsOf, unshownContent, type Run } from './mp4-samples.ts'
import { freed, zeros, zerosAfterBoxes } from './mp4-space.ts'
import { cleanersOf, patchesOfStreams, type Stream } from './mp4-streams.ts'
import { subtitlesIn } from './mp4-subtitles.ts'
import type { Patch } from './overlay.ts'

/** The index of a film of several hours; a larger one is not what it says. */
const maxIndexBytes = 64 * 1024 * 1024

/** More boxes or patches than this are made to be expensive. Two hours in fragments of half a second, pictures and sound apart, are 57,600 boxes. */
const maxTopBoxes = 100_000
const maxPatches = 100_000
/** Boxes that follow each other are read at once, and samples too, of which many more do. */
const boxBlockBytes = 4_096
const sampleBlockBytes = 1024 * 1024

const inBlocks = (source: ByteSource, blockBytes: number): ByteSource => {
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

function* patchesOfBox(index: Index, box: Box): Generator<Patch> {
  if (hasFields(box)) yield* patchesOfFields(index, box)
  else if (box.type === 'hdlr') yield* patchesOfHandler(box)
  else if (box.type === 'dref') yield* patchesOfReferences(index, box)
  else if (box.type === 'stsd') yield* patchesOfDescription(index, box)
  else if (keptBoxes[box.type]) yield* patchesIn(index, box)
}

type IsHidden = (child: Box) => boolean

/** Only what may stay of a box, at its level. `isHidden`: about a track that is not shown. */
function* patchesIn(index: Index, box: Box, isHidden: IsHidden = () => false): Generator<Patch> {
  const rules = keptBoxes[box.type]!
  for (const child of childrenOf(index, box)) {
    if (freeBoxes.has(child.type)) yield zeros(child.contentStart, child.end)
    else if (rules.has(child.type) && !isHidden(child)) yield* patchesOfBox(index, child)
    else yield* freed(child)
  }
  yield* zerosAfterBoxes(index, box)
}

const readIndex = async (source: ByteSource, box: Box): Promise<Index> => {
  if (box.end - box.start > maxIndexBytes) throw new Error('The index of this film is too large')
  return { bytes: await source.read(box.start, box.end), offset: box.start }
}

interface Track {
  number: number
  kind: string
  runs: Run[]
  cleaners: Stream['cleaners']
}

const isShown = ({ kind }: Track): boolean => shownTracks.has(kind)

/** Reads a film box by box, and collects what to write over it. */
class MetadataFinder {
  readonly patches: Patch[] = []
  readonly #source: ByteSource
  readonly #contents: Box[] = []
  readonly #tracks: Track[] = []
  #defaults: ReadonlyMap<number, TrackDefaults> | undefined

  constructor(source: ByteSource) {
    this.#source = source
  }

  #add(patches: Iterable<Patch>): void {
    for (const patch of patches) {
      if (patch.length > 0) this.patches.push(patch)
      if (this.patches.length > maxPatches) throw new Error('This film has too many parts')
    }
  }

  async visit(box: Box): Promise<void> {
    const { type, contentStart, end } = box
    if (freeBoxes.has(type)) this.#add([zeros(contentStart, end)])
    else if (!keptBoxes['file']!.has(type)) this.#add(freed(box))
    else if (type === 'mdat') this.#contents.push(box)
    else await this.#visitKept(await readIndex(this.#source, box), box)
  }

  async #visitKept(index: Index, box: Box): Promise<void> {
    if (box.type === 'moov') this.#visitIndex(index, box)
    else if (box.type === 'moof') this.#visitFragment(index, box)
    else if (box.type === 'sidx') this.#add(patchesOfFields(index, box))
    else if (box.type === 'mfra') this.#add(patchesIn(index, box))
    else this.#add(patchesOfBrands(index, box))
  }

  #visitIndex(index: Index, box: Box): void {
    if (this.#defaults) throw new Error('This film has several indexes')
    this.#defaults = defaultsOf(index, box)
    this.#add(patchesIn(index, box, (child) => child.type === 'trak' && !shownTracks.has(kindOfTrack(index, child))))
    for (const track of childrenOf(index, box)) {
      if (track.type !== 'trak') continue
      const kind = kindOfTrack(index, track)
      const cleaners = shownTracks.has(kind) ? cleanersOf(index, track) : []
      this.#tracks.push({ number: numberOfTrack(index, track), kind, runs: runsOf(index, track), cleaners })
    }
  }

  /** The track that a fragment is about. */
  #trackOf(number: number): Track | undefined {
    const tracks = this.#tracks.filter((one) => one.number === number)
    if (tracks.length > 1) throw new Error('Two tracks of this film have one number')
    return tracks[0]
  }

  #visitFragment(index: Index, box: Box): void {
    if (!this.#defaults) throw new Error('This film has fragments before its index')
    const isHidden = (child: Box): boolean => {
      const head = child.type === 'traf' ? findIn(index, child, ['tfhd']) : undefined
      const track = head && this.#trackOf(numberAt(index, head.contentStart + 4))
      return child.type === 'traf' && !(track && isShown(track))
    }
    this.#add(patchesIn(index, box, isHidden))
    for (const [number, run] of runsOfFragment(index, box, this.#defaults)) this.#trackOf(number)?.runs.push(run)
  }

  /** What is in the content of the film beside its samples, and in those beside pictures, sound and subtitles. */
  async finish(): Promise<void> {
    if (!this.#defaults) throw new Error('This film has no index')
    const visibleTracks = this.#tracks.filter(isShown)
    if (visibleTracks.length === 0) throw new Error('This film has no track that is shown')
    const runs = {
      shown: visibleTracks.flatMap((one) => one.runs),
      hidden: this.#tracks.filter((one) => !isShown(one)).flatMap((one) => one.runs),
    }
    this.#add(unshownContent(runs, this.#contents).map(({ start, end }) => zeros(start, end)))
    const source = inBlocks(this.#source, sampleBlockBytes)
    for await (const patch of patchesOfStreams(source, visibleTracks)) this.#add([patch])
  }

  async subtitles(): Promise<string> {
    const source = inBlocks(this.#source, sampleBlockBytes)
    const texts: string[] = []
    for (const { kind, runs } of this.#tracks) if (subtitleTracks.has(kind)) texts.push(await subtitlesIn(source, runs))
    return texts.join('\n').trim()
  }
}

const isFilled = ({ text, fill = 0 }: Patch, other: Patch | undefined): boolean =>
  text === undefined && other !== undefined && other.text === undefined && (other.fill ?? 0) === fill

/** In their order, and apart: two tracks may share their samples. Neighbours are one. */
const inOrder = (patches: readonly Patch[]): Patch[] => {
  const ordered: Patch[] = []
  let end = 0
  for (const patch of patches.toSorted((one, other) => one.start - other.start || other.length - one.length)) {
    const start = Math.max(patch.start, end)
    const length = patch.start + patch.length - start
    const last = ordered.at(-1)
    if (length <= 0) continue
    if (start === end && isFilled(patch, last)) last!.length += length
    else ordered.push({ ...patch, start, length, ...(patch.text && { text: patch.text.slice(start - patch.start) }) })
    end = start + length
  }
  return ordered
}

/**
 * What to write over an MP4 or QuickTime file so that only what may stay is left. Pictures, sound and subtitles stay as
 * they are. The texts are those that are left.
 */
export const findMetadata = async (source: ByteSource): Promise<Metadata> => {
  // A film has thousands of fragments: each is read once, with the heads of what follows it.
  const blocks = inBlocks(source, boxBlockBytes)
  const finder = new MetadataFinder(blocks)
  const { boxes, isCut } = await readTopBoxes(blocks, maxTopBoxes, (box) => finder.visit(box))
  if (isCut || boxes.at(-1)?.end !== source.size) throw new Error('This film is damaged, or has too many parts')
  await finder.finish()
  const text = await finder.subtitles()
  return { patches: inOrder(finder.patches), texts: text === '' ? [] : [{ place: { kind: 'subtitles' }, text }] }
}
