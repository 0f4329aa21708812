import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { byteAt, numberAt, shortAt, type Index } from './mp4-index.ts'
import { zeros } from './mp4-space.ts'
import { patchesOfMpeg4, patchesOfNal, patchesOfObus, type NalFormat } from './mp4-units.ts'
import type { Patch } from './overlay.ts'

/** How long the settings of a decoder are that have one length. What follows is no part of them. */
const settingBytes: Readonly<Record<string, number>> = {
  vpcC: 12,
  dvcC: 24,
  dvvC: 24,
  dac3: 3,
  dec3: 24,
  alac: 28,
  colr: 11,
  pasp: 8,
  clap: 32,
  fiel: 2,
  gama: 4,
  chrm: 32,
  mdcv: 24,
  clli: 4,
  SmDm: 28,
  CoLL: 8,
  st3d: 5,
  prhd: 16,
  equi: 20,
  cbmp: 12,
  btrt: 12,
  chnl: 32,
  srat: 8,
  frma: 4,
  enda: 2,
  // Within the settings of sound an empty box has this name.
  mp4a: 0,
}

const after = ({ end }: Box, at: number): Patch[] => (at < end ? [zeros(at, end)] : [])

/** Settings of decoders that are lists of units; each has two bytes for its length. */
function* patchesOfUnits(index: Index, format: NalFormat, given: { at: number; count: number; end: number }) {
  let { at } = given
  for (let unit = 0; unit < given.count && at + 2 <= given.end; unit += 1) {
    const start = at + 2
    at = Math.min(start + shortAt(index, at), given.end)
    const bytes = index.bytes.subarray(start - index.offset, at - index.offset)
    yield* patchesOfNal(format, bytes, start)
  }
  return at
}

function* patchesOfAvc(index: Index, box: Box): Generator<Patch> {
  const { contentStart, end } = box
  let at = contentStart + 5
  for (const mask of [0x1f, 0xff])
    at = yield* patchesOfUnits(index, 'avc', { at: at + 1, count: byteAt(index, at) & mask, end })
  // Profiles with more colors have four more fields, the last of them another list.
  if (![66, 77, 88].includes(byteAt(index, contentStart + 1)) && at + 4 <= end)
    at = yield* patchesOfUnits(index, 'avc', { at: at + 4, count: byteAt(index, at + 3), end })
  yield* after(box, at)
}

/** `head`: where the number of lists is. */
function* patchesOfHevc(index: Index, box: Box, head: number): Generator<Patch> {
  const { contentStart, end } = box
  const lists = byteAt(index, contentStart + head)
  let at = contentStart + head + 1
  for (let list = 0; list < lists && at + 3 <= end; list += 1)
    at = yield* patchesOfUnits(index, 'hevc', { at: at + 3, count: shortAt(index, at + 1), end })
  yield* after(box, at)
}

/** Descriptors within each other, as MPEG-4 has them: a tag, a length in groups of seven bits, and the content. */
interface Descriptor {
  tag: number
  start: number
  end: number
}

const descriptorAt = (index: Index, at: number, limit: number): Descriptor | undefined => {
  let length = 0
  for (let start = at + 1; start < Math.min(at + 5, limit); start += 1) {
    const byte = byteAt(index, start)
    length = (length << 7) | (byte & 0x7f)
    if (byte < 0x80)
      return start + 1 + length > limit
        ? undefined
        : { tag: byteAt(index, at), start: start + 1, end: start + 1 + length }
  }
  return undefined
}

const mpeg4Visual = 0x20
const aac = new Set([0x40, 0x66, 0x67, 0x68])
/** The longest that describes sound in no more than eight channels. */
const maxSoundBytes = 16

/** What a decoder needs before the first sample; `format`: what is encoded. */
function* patchesOfDecoder(index: Index, format: number, { start, end }: Descriptor): Generator<Patch> {
  if (format === mpeg4Visual)
    yield* patchesOfMpeg4(index.bytes.subarray(start - index.offset, end - index.offset), start)
  // Newer kinds of it have longer settings, and a longer number.
  else if (aac.has(format) && byteAt(index, start) >> 3 !== 31 && start + maxSoundBytes < end)
    yield zeros(start + maxSoundBytes, end)
}

function* patchesOfDescriptors(index: Index, from: number, end: number, format = 0): Generator<Patch> {
  let at = from
  for (let one = descriptorAt(index, at, end); one; one = descriptorAt(index, at, end)) {
    at = one.end
    if (one.tag === 3) {
      const flags = byteAt(index, one.start + 2)
      // The address of a stream elsewhere.
      if (flags & 0x40) throw new Error('A track of this film is elsewhere')
      yield* patchesOfDescriptors(index, one.start + 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0), one.end)
    } else if (one.tag === 4) yield* patchesOfDescriptors(index, one.start + 13, one.end, byteAt(index, one.start))
    else if (one.tag === 5) yield* patchesOfDecoder(index, format, one)
    else if (one.tag !== 6 || one.end > one.start + 1) yield zeros(one.start, one.end)
  }
  if (at < end) yield zeros(at, end)
}

/** A number of entries, each so long, after a head that ends with the number. */
const counted = (index: Index, box: Box, head: number, entry: number): Patch[] =>
  after(box, box.contentStart + head + entry * numberAt(index, box.contentStart + head - 4))

/** Which channel is which, where there are more than two, or the order is unusual. */
const opusBytes = (index: Index, { contentStart }: Box): number =>
  byteAt(index, contentStart + 10) === 0 ? 11 : 13 + byteAt(index, contentStart + 1)

/** Only what tells a decoder how to read pictures or sound. */
export function* patchesOfSetting(index: Index, box: Box): Generator<Patch> {
  const { type, contentStart, end } = box
  const bytes = settingBytes[type]
  if (bytes !== undefined) yield* after(box, contentStart + bytes)
  else if (type === 'avcC') yield* patchesOfAvc(index, box)
  else if (type === 'hvcC') yield* patchesOfHevc(index, box, 22)
  else if (type === 'lhvC') yield* patchesOfHevc(index, box, 5)
  else if (type === 'av1C')
    yield* patchesOfObus(index.bytes.subarray(contentStart + 4 - index.offset, end - index.offset), contentStart + 4)
  else if (type === 'esds') yield* patchesOfDescriptors(index, contentStart + 4, end)
  else if (type === 'dOps') yield* after(box, contentStart + opusBytes(index, box))
  else if (type === 'chan') yield* counted(index, box, 16, 20)
}

const plainAac = new Set([1, 2, 3, 4, 5, 29])

/** The first descriptor with this tag, at any depth. */
const findDescriptor = (index: Index, from: number, end: number, tag: number): Descriptor | undefined => {
  for (let one = descriptorAt(index, from, end); one; one = descriptorAt(index, one.end, end)) {
    if (one.tag === tag) return one
    const flags = byteAt(index, one.start + 2)
    const fields = one.tag === 3 ? 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0) : 13
    const inner = one.tag === 3 || one.tag === 4 ? findDescriptor(index, one.start + fields, one.end, tag) : undefined
    if (inner) return inner
  }
  return undefined
}

/** Whether sound is AAC whose samples begin with elements; those of some later kinds do not. */
export const hasPlainAac = (index: Index, esds: Box | undefined): boolean => {
  if (!esds) return false
  const find = (tag: number) => findDescriptor(index, esds.contentStart + 4, esds.end, tag)
  const [decoder, specific] = [find(4), find(5)]
  if (!decoder || !aac.has(byteAt(index, decoder.start))) return false
  return !specific || plainAac.has(byteAt(index, specific.start) >> 3)
}
