import type { ByteSource } from './byte-source.ts'
import { boxAt, boxesWithin, type Box } from './mp4-boxes.ts'

/**
 * How long a recording in fragments is. Browsers, phones and screen recorders write them, a second or less each, without an index of the
 * whole: the last fragments say when they end.
 */

/** The head of a recording, or of one fragment, is small. */
const maxBoxBytes = 2 * 1024 * 1024
/** How much of the end is searched for the last fragments. */
const tailBytes = [256 * 1024, 2 * 1024 * 1024, 8 * 1024 * 1024]
/** Of large fragments, so many are counted one by one. */
const maxWalkedBoxes = 2_000
/** More are made to be expensive. */
const maxSteps = 100_000

interface Track {
  /** Units in a second. */
  timescale: number
  /** Of samples that do not say how long they are. */
  sampleUnits: number
}

interface Bytes {
  bytes: Uint8Array
  view: DataView
  offset: number
}

const viewOf = (bytes: Uint8Array, offset: number): Bytes => ({
  bytes,
  offset,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

const readBox = async (source: ByteSource, { start, end }: Box): Promise<Bytes> => {
  if (end - start > maxBoxBytes) throw new RangeError('This part of a recording is too large')
  return viewOf(await source.read(start, end), start)
}

const childrenOf = ({ bytes, offset }: Bytes, { contentStart, end }: Box, type: string): Box[] =>
  [...boxesWithin(bytes, offset, contentStart, end)].filter((box) => box.type === type)

const findIn = (bytes: Bytes, box: Box, path: readonly string[]): Box | undefined => {
  let inner: Box | undefined = box
  for (const type of path) inner = inner && childrenOf(bytes, inner, type)[0]
  return inner
}

/** A number in a box, so far after its version and flags. */
const uint32 = ({ view, offset }: Bytes, { contentStart }: Box, at: number): number =>
  view.getUint32(contentStart - offset + 4 + at)
const versionOf = ({ view, offset }: Bytes, { contentStart }: Box): number => view.getUint8(contentStart - offset)
const flagsOf = ({ view, offset }: Bytes, { contentStart }: Box): number =>
  view.getUint32(contentStart - offset) & 0xffffff

const readTracks = (bytes: Bytes, index: Box): Map<number, Track> => {
  const tracks = new Map<number, Track>()
  for (const track of childrenOf(bytes, index, 'trak')) {
    const head = findIn(bytes, track, ['tkhd'])
    const media = findIn(bytes, track, ['mdia', 'mdhd'])
    if (!head || !media) continue
    // After the times of making and changing it, which are longer in version 1.
    const id = uint32(bytes, head, versionOf(bytes, head) === 1 ? 16 : 8)
    tracks.set(id, { timescale: uint32(bytes, media, versionOf(bytes, media) === 1 ? 16 : 8), sampleUnits: 0 })
  }
  const extension = findIn(bytes, index, ['mvex'])
  for (const defaults of extension ? childrenOf(bytes, extension, 'trex') : []) {
    const track = tracks.get(uint32(bytes, defaults, 0))
    if (track) track.sampleUnits = uint32(bytes, defaults, 8)
  }
  return tracks
}

const has = (flags: number, bit: number): number => ((flags & bit) === 0 ? 0 : 1)

/** How long the samples of a run are together. */
const unitsOfRun = (bytes: Bytes, run: Box, sampleUnits: number): number => {
  const flags = flagsOf(bytes, run)
  const count = uint32(bytes, run, 0)
  if (!has(flags, 0x100)) return count * sampleUnits
  const stride = 4 * (1 + has(flags, 0x200) + has(flags, 0x400) + has(flags, 0x800))
  let at = 4 + 4 * (has(flags, 0x1) + has(flags, 0x4))
  let units = 0
  const end = run.end - run.contentStart - 4
  for (let sample = 0; sample < count && at + 4 <= end; sample += 1, at += stride) units += uint32(bytes, run, at)
  return units
}

interface Span {
  start: number
  end: number
}

/** When a fragment begins and ends, in seconds. undefined: it does not say. */
const spanOf = (bytes: Bytes, fragment: Box, tracks: ReadonlyMap<number, Track>): Span | undefined => {
  let span: Span | undefined
  for (const part of childrenOf(bytes, fragment, 'traf')) {
    const head = findIn(bytes, part, ['tfhd'])
    const time = findIn(bytes, part, ['tfdt'])
    const track = head && tracks.get(uint32(bytes, head, 0))
    if (!head || !time || !track || track.timescale === 0) continue
    const flags = flagsOf(bytes, head)
    const own = 4 + 8 * has(flags, 0x1) + 4 * has(flags, 0x2)
    const sampleUnits = has(flags, 0x8) ? uint32(bytes, head, own) : track.sampleUnits
    const begin =
      versionOf(bytes, time) === 1 ? uint32(bytes, time, 0) * 2 ** 32 + uint32(bytes, time, 4) : uint32(bytes, time, 0)
    let units = 0
    for (const run of childrenOf(bytes, part, 'trun')) units += unitsOfRun(bytes, run, sampleUnits)
    const [start, end] = [begin / track.timescale, (begin + units) / track.timescale]
    span = { start: Math.min(start, span?.start ?? start), end: Math.max(end, span?.end ?? end) }
  }
  return span
}

const isFragment = ({ type }: Box): boolean => type === 'moof'

/** `isCut`: the last box ends beyond the file. */
interface End {
  fragments: Box[]
  isCut: boolean
}

/** The boxes from a fragment on, if they fill the rest of the file. */
const endFrom = (tail: Bytes, at: number, size: number, budget: { steps: number }): End | undefined => {
  const boxes: Box[] = []
  let next = at
  while (next < size) {
    budget.steps -= 1
    const box = budget.steps < 0 ? undefined : boxAt(tail.bytes, next - tail.offset, tail.offset, size)
    if (!box) return undefined
    if (box.end > size) return box.type === 'mdat' && boxes.length > 0 ? { fragments: [], isCut: true } : undefined
    boxes.push(box)
    next = box.end
  }
  return { fragments: boxes.filter(isFragment), isCut: false }
}

/** The fragments at the end of the file, found by their name and by what follows them. */
const endIn = (tail: Bytes, size: number): End | undefined => {
  const budget = { steps: maxSteps }
  const text = new TextDecoder('latin1').decode(tail.bytes)
  for (let place = text.indexOf('moof', 4); place >= 0 && budget.steps > 0; place = text.indexOf('moof', place + 1)) {
    const end = endFrom(tail, tail.offset + place - 4, size, budget)
    if (end) return end
  }
  return undefined
}

const unknownEnd: End = { fragments: [], isCut: false }

/** One by one from the beginning: for large fragments, of which there are few. */
const walkToEnd = async (source: ByteSource, first: Box): Promise<End> => {
  let last = first
  let at = first.start
  for (let count = 0; at < source.size; count += 1) {
    const bytes = await source.read(at, Math.min(at + 16, source.size))
    const box = count < maxWalkedBoxes ? boxAt(bytes, 0, at, source.size) : undefined
    if (!box) return unknownEnd
    if (box.end > source.size) return { fragments: [], isCut: true }
    if (isFragment(box)) last = box
    at = box.end
  }
  return { fragments: [last], isCut: false }
}

const findEnd = async (source: ByteSource, first: Box): Promise<End> => {
  for (const bytes of tailBytes) {
    const from = Math.max(first.start, source.size - bytes)
    const end = endIn(viewOf(await source.read(from, source.size), from), source.size)
    if (end) return end
    if (from === first.start) return unknownEnd
  }
  return walkToEnd(source, first)
}

/** How many seconds there are from the first fragment to the end of the last. undefined: that cannot be said. */
export const secondsOfFragments = async (
  source: ByteSource,
  { index, first }: { index: Box; first: Box },
): Promise<number | 'cut' | undefined> => {
  try {
    const tracks = readTracks(await readBox(source, index), index)
    const start = spanOf(await readBox(source, first), first, tracks)?.start
    const { fragments, isCut } = await findEnd(source, first)
    if (isCut) return 'cut'
    let end = 0
    for (const fragment of fragments)
      end = Math.max(end, spanOf(await readBox(source, fragment), fragment, tracks)?.end ?? 0)
    return start !== undefined && end > start ? end - start : undefined
  } catch (error) {
    // A box that is shorter than its kind.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
