import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { boxesWithin, readTopBoxes, type Box } from '@lectern/contract/media/mp4-boxes.ts'
import type { Patch } from './overlay.ts'

/** Boxes in which cameras and editors write who, where and with what. */
const personalBoxes = new Set(['udta', 'meta', 'uuid', 'ilst', 'Xtra', 'XMP_'])

/** Tracks that are seen or heard. Others carry places, faces and times beside the film. */
const shownTracks = new Set(['vide', 'soun', 'subt', 'sbtl', 'text'])

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts'])

/** The index of a film of several hours; a larger one is not what it says. */
const maxIndexBytes = 64 * 1024 * 1024

const zeros = (start: number, end: number): Patch => ({ start, bytes: new Uint8Array(end - start) })

/** Players skip a box of this type. */
const freed = ({ start, contentStart, end }: Box): Patch[] => [
  { start: start + 4, bytes: new TextEncoder().encode('free') },
  zeros(contentStart, end),
]

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
    else if (child.type === 'hdlr') yield* nameOfHandler(child)
    else if (['mvhd', 'tkhd', 'mdhd'].includes(child.type)) yield timesOf(index, child)
    else if (containers.has(child.type)) yield* patchesIn(index, child)
  }
}

/** What to write over an MP4 or QuickTime file so that nothing in it tells who made it. Pictures and sound stay as they are, byte for byte. */
export const findMetadataPatches = async (source: ByteSource): Promise<Patch[]> => {
  const { boxes } = await readTopBoxes(source)
  const patches = boxes.filter(({ type }) => personalBoxes.has(type)).flatMap(freed)
  for (const box of boxes.filter(({ type }) => type === 'moov')) {
    if (box.end - box.start > maxIndexBytes) throw new Error('The index of this film is too large')
    const bytes = await source.read(box.start, box.end)
    patches.push(...patchesIn({ bytes, offset: box.start }, box))
  }
  return patches.toSorted((one, other) => one.start - other.start)
}
