import sharp from 'sharp'
import type { DocumentFacts } from './documents.ts'

/** More would fill the memory when it is unpacked. */
const limitInputPixels = 100_000_000

const textsIn = (block: Buffer | undefined): string[] =>
  block ? [...block.toString('utf8').matchAll(/[\p{L}\p{N}][\p{L}\p{N}\s.,@+'’·-]{2,}/gu)].map(([text]) => text) : []

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

/** Encoded anew, upright: nothing is left but the picture. */
export const cleanPicture = async (content: Uint8Array): Promise<Uint8Array> => {
  const picture = sharp(content, { limitInputPixels }).autoOrient()
  const { format } = await picture.metadata()
  return picture.toFormat(format, format === 'png' ? {} : { quality: 90 }).toBuffer()
}
