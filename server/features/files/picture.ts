import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/file-addresses.ts'
import type { Sharp } from 'sharp'
import { fail } from '../../platform/failure.ts'

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

/** Loaded with the first picture: an idle site does without it. */
let library: ReturnType<typeof prepareLibrary> | undefined

const openPicture = async (content: Buffer): Promise<Sharp> => {
  const sharp = await (library ??= prepareLibrary())
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { format, compression } = await picture.metadata()
  const isKnown = kinds.has(format) && (format !== 'heif' || compression === 'av1')
  if (!isKnown) throw new Error(`${format} is not taken`)
  return picture
}

/** No metadata is copied unless requested. */
const makeSquare = async (content: Buffer): Promise<Buffer> =>
  (await openPicture(content)).autoOrient().resize(edge, edge, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()

const drawingToPicture = async (content: Buffer): Promise<Buffer> => {
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

interface Variant {
  width: number
  format: PictureFormat
  content: Buffer
}

interface PictureFacts {
  /** After rotation. */
  width: number
  height: number
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: decoding a large picture takes a lot of memory. */
const inTurn = <Made>(make: () => Promise<Made>): Promise<Made> => {
  const made = last.then(make)
  last = made.catch(() => undefined)
  return made
}

/** The same for a file that a user has chosen: errors are reported to them. */
const chosenInTurn = async <Made>(make: () => Promise<Made>): Promise<Made> => {
  try {
    return await inTurn(make)
  } catch {
    // Broken, too many pixels, or of another type: the user can only choose another one.
    throw fail('file.noPicture')
  }
}

const maxWaiting = 8
let waiting = 0

/** Each pending one is held in memory. */
const whileFewWait = async (make: () => Promise<Buffer>): Promise<Buffer> => {
  if (waiting >= maxWaiting) throw fail('server.busy')
  waiting += 1
  try {
    return await chosenInTurn(make)
  } finally {
    waiting -= 1
  }
}

/** Re-encodes an uploaded picture as a square. */
export const makeAvatar = (content: Buffer): Promise<Buffer> => whileFewWait(() => makeSquare(content))

const smallWidth = 640

/** A picture for a list: small, upright, without metadata. */
export const makeSmall = (read: () => Promise<Buffer>): Promise<Buffer> =>
  whileFewWait(async () => {
    const picture = (await openPicture(await read()))
      .autoOrient()
      .resize({ width: smallWidth, withoutEnlargement: true })
    return encodings.webp(picture).toBuffer()
  })

/** Re-encodes a picture: its size first, then each width and format on demand. */
export const makePicture = async (
  content: Buffer,
  { isDrawing }: { isDrawing: boolean },
): Promise<PictureFacts & { variants: AsyncIterable<Variant> }> => {
  // Drawings are the program's own: a failure says nothing about the file, and it is retried.
  const take = isDrawing ? inTurn : chosenInTurn
  const source = isDrawing ? await inTurn(() => drawingToPicture(content)) : content
  const { width, height } = await take(async () => (await (await openPicture(source)).metadata()).autoOrient)
  const make = async (target: number, format: PictureFormat): Promise<Buffer> => {
    const picture = (await openPicture(source)).autoOrient().resize(target)
    return encodings[format](picture).toBuffer()
  }
  const variants = async function* (): AsyncGenerator<Variant> {
    for (const target of widthsOf(width))
      for (const format of pictureFormats)
        yield { width: target, format, content: await take(() => make(target, format)) }
  }
  return { width, height, variants: variants() }
}
