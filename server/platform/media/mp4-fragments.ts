import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { byteAt, childrenOf, findIn, numberAt, type Index } from './mp4-index.ts'
import type { Run } from './mp4-samples.ts'

/** What a track says about its samples in all fragments. */
export interface TrackDefaults {
  description: number
  size: number
}

/** The number that other parts of a film know a track by. */
export const numberOfTrack = (index: Index, track: Box): number => {
  const head = findIn(index, track, ['tkhd'])
  return head ? numberAt(index, head.contentStart + (byteAt(index, head.contentStart) === 1 ? 20 : 12)) : 0
}

/** By the number of the track. */
export const defaultsOf = (index: Index, moov: Box): ReadonlyMap<number, TrackDefaults> => {
  const extension = findIn(index, moov, ['mvex'])
  const all = extension ? [...childrenOf(index, extension)].filter(({ type }) => type === 'trex') : []
  return new Map(
    all.map(({ contentStart }) => [
      numberAt(index, contentStart + 4),
      { description: numberAt(index, contentStart + 8), size: numberAt(index, contentStart + 16) },
    ]),
  )
}

/** Reads fields of which each is there only if its flag is set, in their order. */
const createFieldReader = (index: Index, box: Box, from: number) => {
  const flags = numberAt(index, box.contentStart) & 0xffffff
  let at = box.contentStart + from
  return {
    flags,
    next: (flag: number, bytes = 4): number | undefined => {
      if ((flags & flag) === 0) return undefined
      at += bytes
      return bytes === 8 ? numberAt(index, at - 8) * 2 ** 32 + numberAt(index, at - 4) : numberAt(index, at - 4)
    },
    isOver: (): boolean => at > box.end,
  }
}

const sizesOf = (
  index: Index,
  run: Box,
  fields: ReturnType<typeof createFieldReader>,
  defaultSize: number,
): number[] => {
  const count = numberAt(index, run.contentStart + 4)
  const isCounted = (fields.flags & 0xf00) !== 0
  // Without entries nothing bounds the number.
  if (!isCounted && count > 1_000_000) throw new Error('This film has too many pieces')
  const sizes: number[] = []
  while (sizes.length < count && !fields.isOver()) {
    fields.next(0x100)
    sizes.push(fields.next(0x200) ?? defaultSize)
    fields.next(0x400)
    fields.next(0x800)
  }
  return sizes
}

/** The samples of a fragment, by the number of their track. */
export const runsOfFragment = (
  index: Index,
  fragment: Box,
  defaults: ReadonlyMap<number, TrackDefaults>,
): [track: number, run: Run][] => {
  const runs: [number, Run][] = []
  let last = fragment.start
  for (const part of childrenOf(index, fragment)) {
    const head = part.type === 'traf' ? findIn(index, part, ['tfhd']) : undefined
    if (!head) continue
    const track = numberAt(index, head.contentStart + 4)
    const fields = createFieldReader(index, head, 8)
    const base = fields.next(0x1, 8) ?? (fields.flags & 0x2_0000 ? fragment.start : last)
    const description = fields.next(0x2) ?? defaults.get(track)?.description ?? 1
    fields.next(0x8)
    const size = fields.next(0x10) ?? defaults.get(track)?.size ?? 0
    last = base
    for (const run of childrenOf(index, part)) {
      if (run.type !== 'trun') continue
      const own = createFieldReader(index, run, 8)
      const offset = own.next(0x1)
      own.next(0x4)
      // The offset has a sign.
      const start = offset === undefined ? last : base + (offset | 0)
      const sizes = sizesOf(index, run, own, size)
      last = start + sizes.reduce((sum, one) => sum + one, 0)
      runs.push([track, { start, end: last, description, sizes }])
    }
  }
  return runs
}
