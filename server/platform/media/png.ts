import { crc32 } from 'node:zlib'
import type { StrippedPicture } from './jpeg.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Pixels, palette, colors in numbers, and the frames of a picture that moves. */
const keptChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'bKGD',
  'pHYs',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'cICP',
  'acTL',
  'fcTL',
  'fdAT',
])

interface Chunk {
  type: string
  bytes: Buffer
}

/** The chunks up to the last one; undefined: it is no PNG, or damaged. */
const chunksOf = (content: Uint8Array): Chunk[] | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, bytes: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

/** Whether the picture moves. */
export const isMovingPng = (content: Uint8Array): boolean =>
  chunksOf(content)?.some(({ type }) => type === 'acTL') ?? false

/** The last chunk has no content. */
const lastChunk = (): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.write('IEND', 4)
  bytes.writeUInt32BE(crc32('IEND'), 8)
  return bytes
}

/** The same picture with only the chunks that may stay; not decoded. Undefined: it is none, or damaged. */
export const stripPng = (content: Uint8Array): StrippedPicture | undefined => {
  const chunks = chunksOf(content)
  if (!chunks) return undefined
  const kept = chunks.filter(({ type }) => keptChunks.has(type) && type !== 'IEND').map(({ bytes }) => bytes)
  return {
    content: Buffer.concat([signature, ...kept, lastChunk()]),
    hasProfile: chunks.some(({ type }) => type === 'iCCP'),
  }
}
