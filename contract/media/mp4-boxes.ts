import type { ByteSource } from './byte-source.ts'

/** A box of an MP4 or QuickTime file: where it begins, where its content begins, and where it ends. */
export interface Box {
  type: string
  start: number
  contentStart: number
  end: number
}

const headBytes = 16

/** Recordings in fragments have thousands of boxes; the first tell enough. */
const maxTopBoxes = 8

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

/**
 * The box that begins at `at` in these bytes, which begin at `offset` of the file. undefined: there is none. Its end may lie beyond the
 * bytes, and beyond the file.
 */
export const boxAt = (bytes: Uint8Array, at: number, offset: number, limit: number): Box | undefined => {
  if (at + 8 > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = textAt(bytes, at + 4)
  const start = offset + at
  const short = view.getUint32(at)
  if (short === 0) return { type, start, contentStart: start + 8, end: limit }
  if (short !== 1) return short < 8 ? undefined : { type, start, contentStart: start + 8, end: start + short }
  if (at + headBytes > bytes.length) return undefined
  const long = Number(view.getBigUint64(at + 8))
  return long < headBytes ? undefined : { type, start, contentStart: start + headBytes, end: start + long }
}

export interface TopBoxes {
  boxes: Box[]
  /** Something that begins within the file ends beyond it. */
  isCut: boolean
}

/** The first boxes of the file, without their content. `visit`: what reads more of each, while it is at hand. */
export const readTopBoxes = async (
  source: ByteSource,
  max = maxTopBoxes,
  visit?: (box: Box) => Promise<void>,
): Promise<TopBoxes> => {
  const boxes: Box[] = []
  let at = 0
  while (at < source.size && boxes.length < max) {
    const bytes = await source.read(at, Math.min(at + headBytes, source.size))
    const box = boxAt(bytes, 0, at, source.size)
    if (!box) return { boxes, isCut: bytes.length < 8 }
    boxes.push(box)
    if (box.end > source.size) return { boxes, isCut: true }
    await visit?.(box)
    at = box.end
  }
  return { boxes, isCut: false }
}

/** The boxes in a part of these bytes, which begin at `offset` of the file. */
export const boxesWithin = function* (bytes: Uint8Array, offset: number, start: number, end: number): Generator<Box> {
  let at = start
  while (at < end) {
    const box = boxAt(bytes, at - offset, offset, end)
    if (!box || box.end > end) return
    yield box
    at = box.end
  }
}
