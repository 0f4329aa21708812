import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { byteAt, numberAt, shortAt, textAt, type Index } from './mp4-index.ts'
import { freed, zeros } from './mp4-space.ts'
import type { Patch } from './overlay.ts'

// How far the fields of each box go that contains no boxes. What follows them is no part of it, and may be anything.

/** The same in each version, or by version. */
const fixedBytes: Readonly<Record<string, number | readonly [short: number, long: number]>> = {
  mvhd: [100, 112],
  tkhd: [84, 96],
  mdhd: [24, 36],
  mehd: [8, 12],
  tfdt: [8, 12],
  cslg: [24, 44],
  trex: 24,
  mfhd: 8,
  mfro: 8,
  vmhd: 12,
  smhd: 8,
  sthd: 4,
  nmhd: 4,
  gmin: 16,
  text: 36,
  clef: 12,
  prof: 12,
  enof: 12,
  // Numbers of other tracks: nobody needs more of them.
  chap: 32,
  subt: 32,
  sync: 32,
  forc: 32,
  folw: 32,
  fall: 32,
}

/** Tables of numbers: how long their head and each of their entries are. The head ends with the number of entries. */
const tableBytes: Readonly<Record<string, readonly [head: number, entry: number]>> = {
  stts: [8, 8],
  ctts: [8, 8],
  stsc: [8, 12],
  stco: [8, 4],
  co64: [8, 8],
  stss: [8, 4],
  stps: [8, 4],
}

const hasFlag = (index: Index, { contentStart }: Box, flag: number): boolean =>
  (numberAt(index, contentStart) & flag) !== 0

/** The sum of the fields whose flags are set. */
const flagged = (index: Index, box: Box, fields: Readonly<Record<number, number>>): number =>
  Object.entries(fields).reduce((sum, [flag, bytes]) => sum + (hasFlag(index, box, Number(flag)) ? bytes : 0), 0)

/** Groups of samples that a player must know: where decoding may begin. Each entry has so many bytes. */
const groupBytes: Readonly<Record<string, number>> = { roll: 2, prol: 2, 'rap ': 1, sync: 1 }

/** undefined: it may not stay. */
const groupsBytes = (index: Index, { contentStart }: Box): number | undefined => {
  if (!(textAt(index, contentStart + 4) in groupBytes)) return undefined
  const head = byteAt(index, contentStart) === 1 ? 16 : 12
  return head + 8 * numberAt(index, contentStart + head - 4)
}

const groupDescriptionsBytes = (index: Index, { contentStart }: Box): number | undefined => {
  const entry = groupBytes[textAt(index, contentStart + 4)]
  const version = byteAt(index, contentStart)
  if (entry === undefined || version > 1) return undefined
  if (version === 1 && numberAt(index, contentStart + 8) !== entry) return undefined
  const head = version === 1 ? 16 : 12
  return head + entry * numberAt(index, contentStart + head - 4)
}

const fragmentIndexBytes = (index: Index, { contentStart }: Box): number => {
  const lengths = byteAt(index, contentStart + 11)
  const numbers = [lengths >> 4, lengths >> 2, lengths].reduce((sum, one) => sum + (one & 3) + 1, 0)
  const times = byteAt(index, contentStart) === 1 ? 16 : 8
  return 16 + (times + numbers) * numberAt(index, contentStart + 12)
}

const segmentIndexBytes = (index: Index, { contentStart }: Box): number => {
  const head = byteAt(index, contentStart) === 0 ? 24 : 32
  return head + 12 * shortAt(index, contentStart + head - 2)
}

/** Boxes whose length depends on what is in them. */
const countedBytes: Readonly<Record<string, (index: Index, box: Box) => number | undefined>> = {
  elst: (index, { contentStart }) =>
    8 + (byteAt(index, contentStart) === 1 ? 20 : 12) * numberAt(index, contentStart + 4),
  // Either all samples are of one size, or each has an entry.
  stsz: (index, { contentStart }) =>
    12 + (numberAt(index, contentStart + 4) === 0 ? 4 * numberAt(index, contentStart + 8) : 0),
  stz2: (index, { contentStart }) =>
    12 + Math.ceil((byteAt(index, contentStart + 7) * numberAt(index, contentStart + 8)) / 8),
  tfhd: (index, box) => 8 + flagged(index, box, { 0x1: 8, 0x2: 4, 0x8: 4, 0x10: 4, 0x20: 4 }),
  trun: (index, box) =>
    8 +
    flagged(index, box, { 0x1: 4, 0x4: 4 }) +
    flagged(index, box, { 0x100: 4, 0x200: 4, 0x400: 4, 0x800: 4 }) * numberAt(index, box.contentStart + 4),
  sbgp: groupsBytes,
  sgpd: groupDescriptionsBytes,
  tfra: fragmentIndexBytes,
  sidx: segmentIndexBytes,
}

/** undefined: it may not stay. */
const bytesOf = (index: Index, box: Box): number | undefined => {
  const { type, contentStart } = box
  const fixed = fixedBytes[type]
  if (typeof fixed === 'number') return fixed
  if (fixed) return fixed[byteAt(index, contentStart) === 1 ? 1 : 0]
  const table = tableBytes[type]
  return table ? table[0] + table[1] * numberAt(index, contentStart + table[0] - 4) : countedBytes[type]!(index, box)
}

/** Fields that nothing reads: the times of making and changing, and what the format keeps free. From and to, by version. */
const unreadFields: Readonly<Record<string, readonly [short: Ranges, long: Ranges]>> = {
  mvhd: [[[4, 12], [26, 36], [72, 96]], [[4, 20], [38, 48], [84, 108]]],
  tkhd: [[[4, 12], [16, 20], [24, 32], [38, 40]], [[4, 20], [24, 28], [36, 44], [50, 52]]],
  mdhd: [[[4, 12], [22, 24]], [[4, 20], [34, 36]]],
} // prettier-ignore
type Ranges = readonly (readonly [from: number, to: number])[]

export const hasFields = ({ type }: Box): boolean => type in fixedBytes || type in tableBytes || type in countedBytes

/** Blanks what follows the fields of a box, and those of its fields that tell when it was made. */
export function* patchesOfFields(index: Index, box: Box): Generator<Patch> {
  const { type, contentStart, end } = box
  const bytes = bytesOf(index, box)
  if (bytes === undefined) {
    yield* freed(box)
    return
  }
  const unread = unreadFields[type]
  if (unread && contentStart + bytes > end) throw new Error('The index of this film is damaged')
  for (const [from, to] of unread?.[byteAt(index, contentStart) === 1 ? 1 : 0] ?? [])
    yield zeros(contentStart + from, contentStart + to)
  if (contentStart + bytes < end) yield zeros(contentStart + bytes, end)
}

/** What a file may say that it can be read as. Others are names of cameras and programs. */
const brand =
  /^(?:iso[m2-9a-c]|mp4[12]|mp71|avc[13]|hvc1|hev1|av01|dby1|qt {2}|M4[ABPV][ HP]|f4v |3g[pegrs2][4-9a-c]|dash|ms[di][hx]|cmf[cfs2]|cfsd|mmp4|MSNV|mp4v|hlsf)$/

/** What a file says that it can be read as. Its second field is the version of the first. */
export function* patchesOfBrands(index: Index, { contentStart, end }: Box): Generator<Patch> {
  for (let at = contentStart; at + 4 <= end; at += 4) {
    if (at === contentStart + 4) yield zeros(at, at + 4)
    else if (!brand.test(textAt(index, at))) yield { start: at, length: 4, text: 'isom' }
  }
  const rest = (end - contentStart) % 4
  if (rest > 0) yield zeros(end - rest, end)
}
