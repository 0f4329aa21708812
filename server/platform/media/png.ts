import { crc32 } from 'node:zlib'
import type { StrippedPicture } from './jpeg.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Pixels, palette, colors in numbers, and the frames of a picture that moves: how long each chunk may be. */
export const keptPngBytes: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  IEND: 0,
  tRNS: 256,
  bKGD: 6,
  pHYs: 9,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  cICP: 4,
  acTL: 8,
  fcTL: 26,
  fdAT: Infinity,
}

/** Without its length, type and sum. */
const isKept = ({ type, bytes }: Chunk): boolean => bytes.length - 12 <= (keptPngBytes[type] ?? -1)

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
  const data = chunks.filter((one) => isKept(one) && one.type !== 'IEND').map(({ bytes }) => bytes)
  return {
    content: Buffer.concat([signature, ...data, lastChunk()]),
    hasProfile: chunks.some(({ type }) => type === 'iCCP'),
  }
}
