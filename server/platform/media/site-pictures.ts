import type { PictureFormat } from '@lectern/contract/files/file-addresses.ts'
import type { Sharp } from 'sharp'

/** Pictures of the site itself, such as avatars: made new in the sizes and formats that pages show. */

/**
 * What to make: a square for a person, a small one of at most so many bytes, one of the widths of a page, or, from a drawing, a picture.
 */
export type PictureShape =
  | { kind: 'square' }
  | ({ kind: 'cover' } & CoverShape)
  | { kind: 'variant'; width: number; format: PictureFormat }
  | { kind: 'drawing' }

export interface PictureSize {
  /** After rotation. */
  width: number
  height: number
}

export interface CoverShape {
  width: number
  /** What is higher is scaled down; `isPage`: loses its lower part. */
  maxHeight: number
  maxBytes: number
  isPage?: boolean
}

const edge = 256
const maxPixels = 50_000_000

/** The only decoders that are allowed. Everything else (PDF, TIFF …) is never parsed. */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`)
/** AVIF is reported under the name of its container. */
const kinds = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
/** Drawings are read only if they come from the program itself. */
const drawingReader = ['VipsForeignLoadSvgBuffer']

const prepareLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

let library: ReturnType<typeof prepareLibrary> | undefined

const openPicture = async (content: Uint8Array): Promise<Sharp> => {
  const sharp = await (library ??= prepareLibrary())
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { format, compression } = await picture.metadata()
  const isKnown = kinds.has(format) && (format !== 'heif' || compression === 'av1')
  if (!isKnown) throw new Error(`${format} is not taken`)
  return picture
}

const drawingToPicture = async (content: Uint8Array): Promise<Buffer> => {
  const sharp = await (library ??= prepareLibrary())
  sharp.unblock({ operation: drawingReader })
  try {
    return await sharp(content, { limitInputPixels: maxPixels }).png({ compressionLevel: 1 }).toBuffer()
  } finally {
    sharp.block({ operation: drawingReader })
  }
}

/** Fast rather than minimal: more effort takes ten times as long for a tenth of the bytes. */
const encodings: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
}

/** From good to barely recognisable. */
const qualities = [80, 70, 60, 50, 40, 30, 20]
/** What is too rich for its bytes becomes smaller. */
const scales = [1, 0.75, 0.5, 0.25]

const resized = (picture: Sharp, { isPage = false, ...shape }: CoverShape, scale: number): Sharp => {
  const [width, height] = [Math.round(shape.width * scale), Math.round(shape.maxHeight * scale)]
  return isPage
    ? picture.resize(width, height, { fit: 'cover', position: 'top' })
    : picture.resize(width, height, { fit: 'inside', withoutEnlargement: true })
}

/** JPEG, which every program that previews links understands. */
const encodeCover = async (picture: Sharp, shape: CoverShape): Promise<Buffer> => {
  for (const scale of scales) {
    const pixels = resized(picture.clone().flatten({ background: '#fff' }), shape, scale)
    for (const quality of qualities) {
      const cover = await pixels.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
      if (cover.length <= shape.maxBytes) return cover
    }
  }
  throw new Error('This picture does not become small enough')
}

/** No metadata is copied unless requested. */
export const encodePicture = async (content: Uint8Array, shape: PictureShape): Promise<Buffer> => {
  if (shape.kind === 'drawing') return drawingToPicture(content)
  const picture = (await openPicture(content)).autoOrient()
  if (shape.kind === 'square') return picture.resize(edge, edge, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  if (shape.kind === 'cover') return encodeCover(picture, shape)
  return encodings[shape.format](picture.resize(shape.width)).toBuffer()
}

export const measurePicture = async (content: Uint8Array): Promise<PictureSize> => {
  const { width, height } = (await (await openPicture(content)).metadata()).autoOrient
  return { width, height }
}
