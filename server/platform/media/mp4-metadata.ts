import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { boxesWithin, readTopBoxes, type Box } from '@lectern/contract/media/mp4-boxes.ts'
import type { Metadata } from './documents.ts'
import type { Patch } from './overlay.ts'

/** Boxes in which cameras and editors write who, where and with what. */
const personalBoxes = new Set(['udta', 'meta', 'uuid', 'ilst', 'Xtra', 'XMP_'])

/** Tracks that are seen or heard. Others carry places, faces and times beside the film. */
const shownTracks = new Set(['vide', 'soun', 'subt', 'sbtl', 'text'])

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts'])

/** The index of a film of several hours; a larger one is not what it says. */
const maxIndexBytes = 64 * 1024 * 1024

/** More boxes or patches than this are made to be expensive. */
const maxTopBoxes = 20_000
const maxPatches = 5_000
const blockBytes = 4_096

const zeros = (start: number, end: number): Patch => ({ start, length: end - start })

/** What was in such a box before may still be there. */
const freeBoxes = new Set(['free', 'skip'])

/** Players skip a box of this type. */
const freed = ({ start, contentStart, end }: Box): Patch[] => [
  { start: start + 4, length: 4, text: 'free' },
  zeros(contentStart, end),
]

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

interface Index {
  bytes: Uint8Array
  offset: number
}

const byteAt = ({ bytes, offset }: Index, at: number): number => bytes[at - offset] ?? 0

const textAt = ({ bytes, offset }: Index, at: number): string =>
  String.fromCharCode(...bytes.subarray(at - offset, at - offset + 4))

/** When something was made and changed. */
const timesOf = (index: Index, { contentStart }: Box): Patch => {
  const width = byteAt(index, contentStart) === 1 ? 8 : 4
  return zeros(contentStart + 4, contentStart + 4 + 2 * width)
}

const childrenOf = ({ bytes, offset }: Index, { contentStart, end }: Box): Generator<Box> =>
  boxesWithin(bytes, offset, contentStart, end)

const findIn = (index: Index, box: Box, path: readonly string[]): Box | undefined => {
  const [type, ...rest] = path
  for (const child of childrenOf(index, box))
    if (child.type === type) return rest.length === 0 ? child : findIn(index, child, rest)
  return undefined
}

/** Such as `vide` for pictures. */
const kindOfTrack = (index: Index, track: Box): string => {
  const handler = findIn(index, track, ['mdia', 'hdlr'])
  return handler ? textAt(index, handler.contentStart + 8) : ''
}

/** Names of the program that wrote a track, after version, kind and reserved fields. */
const nameOfHandler = ({ contentStart, end }: Box): Patch[] =>
  contentStart + 24 < end ? [zeros(contentStart + 24, end)] : []

const patchesIn = function* (index: Index, box: Box): Generator<Patch> {
  for (const child of childrenOf(index, box)) {
    const isHiddenTrack = child.type === 'trak' && !shownTracks.has(kindOfTrack(index, child))
    if (personalBoxes.has(child.type) || isHiddenTrack) yield* freed(child)
    else if (freeBoxes.has(child.type)) yield zeros(child.contentStart, child.end)
    else if (child.type === 'hdlr') yield* nameOfHandler(child)
    else if (['mvhd', 'tkhd', 'mdhd'].includes(child.type)) yield timesOf(index, child)
    else if (containers.has(child.type)) yield* patchesIn(index, child)
  }
}

const words = /[\p{L}\p{N}][\p{L}\p{N}\s.,@+'’·-]+/gu

const textIn = (bytes: Uint8Array): string =>
  [...Buffer.from(bytes).toString('utf8').matchAll(words)].map(([text]) => text).join('\n')

/** Of a box beside the index, this much is searched for names. */
const maxTextBytes = 1024 * 1024

interface Found {
  patches: Patch[]
  text: string
}

const inIndex = async (source: ByteSource, box: Box): Promise<Found> => {
  if (box.end - box.start > maxIndexBytes) throw new Error('The index of this film is too large')
  const bytes = await source.read(box.start, box.end)
  const patches: Patch[] = []
  for (const patch of patchesIn({ bytes, offset: box.start }, box)) {
    patches.push(patch)
    if (patches.length > maxPatches) throw new Error('The index of this film has too many parts')
  }
  const written = patches.filter(({ text }) => text === undefined)
  const texts = written.map(({ start, length }) =>
    textIn(bytes.subarray(start - box.start, start - box.start + Math.min(length, maxTextBytes))),
  )
  return { patches, text: texts.join('\n') }
}

const inBox = async (source: ByteSource, box: Box): Promise<Found> => {
  if (box.type === 'moov') return inIndex(source, box)
  if (freeBoxes.has(box.type)) return { patches: [zeros(box.contentStart, box.end)], text: '' }
  if (!personalBoxes.has(box.type)) return { patches: [], text: '' }
  const end = Math.min(box.end, box.contentStart + maxTextBytes)
  return { patches: freed(box), text: textIn(await source.read(box.contentStart, end)) }
}

/**
 * What to write over an MP4 or QuickTime file so that nothing in it tells who made it. Pictures and sound stay as they
 * are, byte for byte.
 */
export const findMetadata = async (source: ByteSource): Promise<Metadata> => {
  const { boxes, isCut } = await readTopBoxes(inBlocks(source), maxTopBoxes)
  if (isCut || boxes.at(-1)?.end !== source.size) throw new Error('This film is damaged, or has too many parts')
  const found: Found[] = []
  for (const box of boxes) found.push(await inBox(source, box))
  const patches = found
    .flatMap((one) => one.patches)
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.start - other.start)
  if (patches.length > maxPatches) throw new Error('This film has too many parts')
  const text = found.map((one) => one.text).join('\n')
  return { patches, texts: text.trim() === '' ? [] : [{ place: { kind: 'metadata' }, text }] }
}
