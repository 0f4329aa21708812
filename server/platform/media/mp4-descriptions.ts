import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { byteAt, childrenOf, findIn, shortAt, textAt, type Index } from './mp4-index.ts'
import { keptBoxes, keptSettings, pictureFormats, soundFormats } from './mp4-allowlist.ts'
import { patchesOfSetting } from './mp4-settings.ts'
import { freed, zeros, zerosAfterBoxes } from './mp4-space.ts'
import type { Patch } from './overlay.ts'

/** Blocks of a FLAC stream that a decoder needs; the others hold comments and pictures, and become padding. */
const keptFlacBlocks = new Set([0, 3])
const flacPadding = 1
const isLastFlag = 0x80

function* patchesOfFlac(index: Index, { contentStart, end }: Box): Generator<Patch> {
  for (let at = contentStart + 4; at + 4 <= end;) {
    const head = byteAt(index, at)
    const next = at + 4 + ((byteAt(index, at + 1) << 16) | shortAt(index, at + 2))
    if (next > end) {
      yield zeros(at + 4, end)
      return
    }
    if (!keptFlacBlocks.has(head & ~isLastFlag)) {
      yield { start: at, length: 1, text: String.fromCharCode((head & isLastFlag) | flacPadding) }
      yield zeros(at + 4, next)
    }
    at = next
  }
}

/** Colours in numbers stay; a profile has a description, an author and a date. */
const isProfile = (index: Index, { contentStart }: Box): boolean =>
  !['nclx', 'nclc'].includes(textAt(index, contentStart))

/** QuickTime ends some lists with a box of this type. */
const terminator = '\0\0\0\0'

/** The boxes that follow the fixed fields of a description, or are within one of them. */
function* patchesOfSettings(index: Index, box: Box, kept: ReadonlySet<string>): Generator<Patch> {
  for (const child of childrenOf(index, box)) {
    if (child.type === terminator) yield zeros(child.contentStart, child.end)
    else if (!kept.has(child.type) || (child.type === 'colr' && isProfile(index, child))) yield* freed(child)
    else if (child.type === 'dfLa') yield* patchesOfFlac(index, child)
    else if (keptBoxes[child.type]) yield* patchesOfSettings(index, child, keptBoxes[child.type]!)
    else yield* patchesOfSetting(index, child)
  }
  yield* zerosAfterBoxes(index, box)
}

/** The same box, after so many bytes of fields. */
const afterFields = (box: Box, fieldBytes: number): Box => {
  const contentStart = box.contentStart + fieldBytes
  if (contentStart > box.end) throw new Error('The description of a track is damaged')
  return { ...box, contentStart }
}

function* patchesOfPicture(index: Index, entry: Box): Generator<Patch> {
  const { contentStart } = entry
  const settings = afterFields(entry, 78)
  yield zeros(contentStart, contentStart + 6)
  // The program that encoded it, what it says about quality, and the name that it gave the codec.
  yield zeros(contentStart + 8, contentStart + 24)
  yield zeros(contentStart + 36, contentStart + 40)
  yield zeros(contentStart + 42, contentStart + 74)
  yield* patchesOfSettings(index, settings, keptSettings)
}

/** QuickTime has longer fields in later versions; the ISO format does not. */
const soundFieldBytes = (index: Index, { contentStart }: Box, isIso: boolean): number => {
  if (isIso) return 28
  return { 1: 44, 2: 64 }[shortAt(index, contentStart + 8)] ?? 28
}

function* patchesOfSound(index: Index, entry: Box, isIso: boolean): Generator<Patch> {
  const settings = afterFields(entry, soundFieldBytes(index, entry, isIso))
  yield zeros(entry.contentStart, entry.contentStart + 6)
  yield zeros(entry.contentStart + 10, entry.contentStart + 16)
  yield* patchesOfSettings(index, settings, keptSettings)
}

/** How far the fields go that tell where and in which colours subtitles are shown; the names of fonts follow. */
const subtitleFieldBytes = { tx3g: 38, text: 51, c608: 8 } as const

function* patchesOfEntry(index: Index, entry: Box, isIso: boolean): Generator<Patch> {
  const { type } = entry
  if (pictureFormats.has(type)) yield* patchesOfPicture(index, entry)
  else if (soundFormats.has(type)) yield* patchesOfSound(index, entry, isIso)
  else if (type === 'tx3g') yield* patchesOfSettings(index, afterFields(entry, subtitleFieldBytes[type]), new Set())
  else if (type === 'text' || type === 'c608') {
    const { contentStart, end } = afterFields(entry, subtitleFieldBytes[type])
    if (contentStart < end) yield zeros(contentStart, end)
  } else throw new Error(`Tracks of the format ${type} cannot be cleaned`)
}

/** How the pictures, the sound or the subtitles of a track are encoded. */
export function* patchesOfDescription(index: Index, box: Box): Generator<Patch> {
  const isIso = byteAt(index, box.contentStart) === 1
  const entries = afterFields(box, 8)
  for (const entry of childrenOf(index, entries)) yield* patchesOfEntry(index, entry, isIso)
  yield* zerosAfterBoxes(index, entries)
}

/** The settings of a decoder in one of the descriptions of a track. */
export const findSetting = (index: Index, entry: Box, isIso: boolean, path: readonly string[]): Box | undefined => {
  const fieldBytes = pictureFormats.has(entry.type) ? 78 : soundFieldBytes(index, entry, isIso)
  return findIn(index, afterFields(entry, fieldBytes), path)
}
