import type { ByteSource } from './byte-source.ts'

/** How long a WebM is that does not say so, as browsers record it: its last cluster knows when it is. */

const headBytes = 64 * 1024
const tailBytes = [256 * 1024, 2 * 1024 * 1024, 16 * 1024 * 1024]
/** More are made to be expensive. */
const maxSteps = 200_000

const ids = { cluster: 0x1f43b675, time: 0xe7, simpleBlock: 0xa3, group: 0xa0, block: 0xa1, scale: 0x2ad7b1 } as const
const usualScale = 1_000_000
const nanosecond = 1e-9

interface Element {
  id: number
  contentStart: number
  /** Infinity: it does not say where it ends. */
  end: number
}

/** How many bytes a number takes, told by its first byte. */
const widthOf = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 9)

const numberAt = (bytes: Uint8Array, at: number, width: number): number => {
  let value = 0
  for (let index = 0; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

const elementAt = (bytes: Uint8Array, at: number): Element | undefined => {
  const idWidth = widthOf(bytes[at])
  const sizeAt = at + idWidth
  const sizeWidth = widthOf(bytes[sizeAt])
  if (idWidth > 4 || sizeWidth > 8 || sizeAt + sizeWidth > bytes.length) return undefined
  const contentStart = sizeAt + sizeWidth
  const size = numberAt(bytes, sizeAt, sizeWidth) - 2 ** (7 * sizeWidth)
  const isUnknown = size === 2 ** (7 * sizeWidth) - 1
  return { id: numberAt(bytes, at, idWidth), contentStart, end: isUnknown ? Infinity : contentStart + size }
}

const scaleOf = (head: Uint8Array): number => {
  for (let at = 0; at + 3 < head.length; at += 1) {
    if (head[at] !== 0x2a || numberAt(head, at, 3) !== ids.scale) continue
    const element = elementAt(head, at)
    if (element && element.end - element.contentStart <= 8)
      return numberAt(head, element.contentStart, element.end - element.contentStart) || usualScale
  }
  return usualScale
}

/** The time of a block within its cluster: after the number of its track, which takes one byte or two. */
const timeOfBlock = (bytes: Uint8Array, { contentStart }: Element): number => {
  const value = numberAt(bytes, contentStart + widthOf(bytes[contentStart]), 2)
  return value >= 0x8000 ? value - 0x10000 : value
}

/** When the last block of a cluster is, in the units of the file. undefined: this is no cluster, whatever it looks like. */
const lastTimeOf = (bytes: Uint8Array, at: number, budget: { steps: number }): number | undefined => {
  const cluster = elementAt(bytes, at)
  const first = cluster && elementAt(bytes, cluster.contentStart)
  if (!cluster || first?.id !== ids.time || first.end - first.contentStart > 8) return undefined
  const time = numberAt(bytes, first.contentStart, first.end - first.contentStart)
  let last = time
  let next = first.end
  while (next < Math.min(cluster.end, bytes.length) && budget.steps > 0) {
    budget.steps -= 1
    const element = elementAt(bytes, next)
    if (!element || element.id === ids.cluster) break
    if (element.id === ids.simpleBlock || element.id === ids.block)
      last = Math.max(last, time + timeOfBlock(bytes, element))
    // A group is entered, everything else is passed.
    next = element.id === ids.group ? element.contentStart : element.end
  }
  return last
}

const lastTimeIn = (tail: Uint8Array): number | undefined => {
  const budget = { steps: maxSteps }
  let last: number | undefined
  for (let at = tail.indexOf(0x1f); at >= 0 && budget.steps > 0; at = tail.indexOf(0x1f, at + 1)) {
    budget.steps -= 1
    if (numberAt(tail, at, 4) !== ids.cluster) continue
    const time = lastTimeOf(tail, at, budget)
    if (time !== undefined) last = Math.max(last ?? 0, time)
  }
  return last
}

/** How many seconds there are until the last block. undefined: that cannot be said. */
export const secondsOfClusters = async (source: ByteSource): Promise<number | undefined> => {
  const scale = scaleOf(await source.read(0, Math.min(headBytes, source.size)))
  for (const bytes of tailBytes) {
    const from = Math.max(0, source.size - bytes)
    const time = lastTimeIn(await source.read(from, source.size))
    if (time !== undefined) return time > 0 ? time * scale * nanosecond : undefined
    if (from === 0) return undefined
  }
  return undefined
}
