import type { Box } from '@lectern/contract/media/mp4-boxes.ts'
import { childrenOf, type Index } from './mp4-index.ts'
import type { Patch } from './overlay.ts'

export const zeros = (start: number, end: number): Patch => ({ start, length: end - start })

/** Players skip a box of this type. */
export const freed = ({ start, contentStart, end }: Box): Patch[] => [
  { start: start + 4, length: 4, text: 'free' },
  zeros(contentStart, end),
]

/** What follows the last box within another one is no box. */
export function* zerosAfterBoxes(index: Index, box: Box): Generator<Patch> {
  let last = box.contentStart
  for (const { end } of childrenOf(index, box)) last = end
  if (last < box.end) yield zeros(last, box.end)
}
