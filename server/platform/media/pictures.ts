import sharp, { type JpegOptions, type WebpOptions } from 'sharp'
import type { DocumentFacts } from './documents.ts'
import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import { isMovingPng, stripPng } from './png.ts'

/** More would fill the memory when it is unpacked. */
const limitInputPixels = 100_000_000

const textsIn = (block: Buffer | undefined): string[] =>
  block ? [...block.toString('utf8').matchAll(/[\p{L}\p{N}][\p{L}\p{N}\s.,@+'’·-]{2,}/gu)].map(([text]) => text) : []

const encodings: Partial<Record<string, JpegOptions | WebpOptions>> & { jpeg: JpegOptions } = {
  jpeg: { quality: 92, chromaSubsampling: '4:4:4' },
  webp: { quality: 92 },
}

const frameHeadBytes = 16

/** Whether a WebP picture keeps every pixel as it was; of one that moves, the first frame tells it. */
const isLossless = (content: Uint8Array): boolean => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  for (let at = 12; at + 8 <= bytes.length;) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (type === 'VP8L' || type === 'VP8 ') return type === 'VP8L'
    // The chunks of a frame follow its head.
    at += 8 + (type === 'ANMF' ? frameHeadBytes : size + (size % 2))
  }
  return false
}

/** How large it is as shown, and what a camera or an editor wrote into it. */
export const readPictureFacts = async (content: Uint8Array): Promise<DocumentFacts> => {
  try {
    const picture = sharp(content, { limitInputPixels, failOn: 'error' })
    const { autoOrient, exif, iptc, xmp, comments } = await picture.metadata()
    // The head alone may be whole while the rest is missing.
    await picture.stats()
    const about = [...[exif, iptc, xmp].flatMap(textsIn), ...(comments ?? []).map(({ text }) => text)]
    const texts = about.length > 0 ? [{ place: { kind: 'metadata' as const }, text: about.join('\n') }] : []
    return { width: autoOrient.width, height: autoOrient.height, texts }
  } catch {
    return { fault: 'unreadable', texts: [] }
  }
}

/** Encoded anew, upright, in the colors of every screen: nothing is left but the pixels. */
export const cleanPicture = async (content: Uint8Array): Promise<Uint8Array> => {
  if (isMovingPng(content)) throw new Error('A PNG that moves cannot be encoded anew')
  const picture = sharp(content, { limitInputPixels, failOn: 'error', animated: true }).autoOrient()
  const { format } = await picture.metadata()
  if (format === 'webp' && isLossless(content)) return picture.webp({ lossless: true }).toBuffer()
  return picture.toFormat(format, encodings[format] ?? {}).toBuffer()
}

/** A picture of a slide, in the same format; undefined: it cannot be cleaned. Slides turn pictures by themselves. */
export const cleanSlidePicture = async (
  type: string,
  content: Uint8Array,
  isTrial = false,
): Promise<Uint8Array | undefined> => {
  if (type === 'image/gif') return stripGif(content)
  const stripped = type === 'image/jpeg' ? stripJpeg(content) : stripPng(content)
  if (!stripped?.hasProfile || isTrial) return stripped?.content
  return sharp(content, { limitInputPixels })
    .toFormat(type === 'image/jpeg' ? 'jpeg' : 'png', type === 'image/jpeg' ? encodings.jpeg : {})
    .toBuffer()
}
