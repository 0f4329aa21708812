import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/file-values.ts'
import type { Sharp } from 'sharp'
import { fail } from '../../platform/failure.ts'

const edge = 256
const maxPixels = 50_000_000

/** Readers of the only kinds that are let in. Everything else (PDF, TIFF …) is not even looked into. */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`)
/** AVIF calls itself by the name of its container. */
const kinds = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
/** Drawings are read only where they come from the program itself. */
const drawingReader = ['VipsForeignLoadSvgBuffer']

const prepareLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  return sharp
}

/** Loaded when the first picture arrives: a site at rest does without it. */
let library: ReturnType<typeof prepareLibrary> | undefined

const openPicture = async (content: Buffer): Promise<Sharp> => {
  const sharp = await (library ??= prepareLibrary())
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  const { format, compression } = await picture.metadata()
  const isKnown = kinds.has(format) && (format !== 'heif' || compression === 'av1')
  if (!isKnown) throw new Error(`${format} is not taken`)
  return picture
}

/** Nothing that a picture carries along is copied unless it is asked for. */
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

/** Fast rather than as small as can be: a better effort takes ten times as long for a tenth of the bytes. */
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
  /** As it is seen, upright. */
  width: number
  height: number
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: a large picture takes a lot of memory while it is read. */
const inTurn = <Made>(make: () => Promise<Made>): Promise<Made> => {
  const made = last.then(make)
  last = made.catch(() => undefined)
  return made
}

/** The same with something that a person has chosen. */
const chosenInTurn = async <Made>(make: () => Promise<Made>): Promise<Made> => {
  try {
    return await inTurn(make)
  } catch {
    // Broken, too many pixels, of another kind: the person can only choose another one.
    throw fail('file.noPicture')
  }
}

const maxWaiting = 8
let waiting = 0

/** A square picture made new from an uploaded one. */
export const makeAvatar = async (content: Buffer): Promise<Buffer> => {
  // Each that waits is held in memory too.
  if (waiting >= maxWaiting) throw fail('server.busy')
  waiting += 1
  try {
    return await chosenInTurn(() => makeSquare(content))
  } finally {
    waiting -= 1
  }
}

/** A picture made new: what it measures, and then each of its widths and formats, made as it is asked for. */
export const makePicture = async (
  content: Buffer,
  { isDrawing }: { isDrawing: boolean },
): Promise<PictureFacts & { variants: AsyncIterable<Variant> }> => {
  // Drawings are the program's own: if one cannot be read now, that says nothing about it, and it is tried again.
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
