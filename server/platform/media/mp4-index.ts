import { boxesWithin, type Box } from '@lectern/contract/media/mp4-boxes.ts'

/** The bytes of a box that is read as a whole, and where in the file they begin. */
export interface Index {
  bytes: Uint8Array
  offset: number
}

export const byteAt = ({ bytes, offset }: Index, at: number): number => bytes[at - offset] ?? 0

export const numberAt = (index: Index, at: number): number =>
  ((byteAt(index, at) << 24) | (byteAt(index, at + 1) << 16) | (byteAt(index, at + 2) << 8) | byteAt(index, at + 3)) >>>
  0

export const shortAt = (index: Index, at: number): number => (byteAt(index, at) << 8) | byteAt(index, at + 1)

export const textAt = ({ bytes, offset }: Index, at: number): string =>
  String.fromCharCode(...bytes.subarray(at - offset, at - offset + 4))

export const childrenOf = ({ bytes, offset }: Index, { contentStart, end }: Box): Generator<Box> =>
  boxesWithin(bytes, offset, contentStart, end)

export const findIn = (index: Index, box: Box, path: readonly string[]): Box | undefined => {
  const [type, ...rest] = path
  for (const child of childrenOf(index, box))
    if (child.type === type) return rest.length === 0 ? child : findIn(index, child, rest)
  return undefined
}

/** Such as `vide` for pictures. */
export const kindOfTrack = (index: Index, track: Box): string => {
  const handler = findIn(index, track, ['mdia', 'hdlr'])
  return handler ? textAt(index, handler.contentStart + 8) : ''
}
