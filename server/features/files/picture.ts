import { fail } from '../../platform/failure.ts'

const edge = 256
const mostPixels = 50_000_000

/** Readers of the only kinds that are let in. Everything else (SVG, PDF, TIFF …) is not even looked into. */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`)
/** AVIF calls itself by the name of its container. */
const kinds = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])

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

const makeSquare = async (content: Buffer): Promise<Buffer> => {
  const sharp = await (library ??= prepareLibrary())
  try {
    const picture = sharp(content, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    const { format, compression } = await picture.metadata()
    const isKnown = kinds.has(format) && (format !== 'heif' || compression === 'av1')
    if (!isKnown) throw new Error(`${format} is not taken`)
    // Nothing that the picture carries along is copied unless it is asked for.
    return await picture.autoOrient().resize(edge, edge, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
  } catch {
    // Broken, too many pixels, of another kind: the person can only choose another one.
    throw fail('file.noPicture')
  }
}

const mostWaiting = 8

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** A square picture made new from an uploaded one. One at a time: a large one takes a lot of memory while it is read. */
export const makeAvatar = async (content: Buffer): Promise<Buffer> => {
  // Each that waits is held in memory too.
  if (waiting >= mostWaiting) throw fail('server.busy')
  waiting += 1
  const made = last.then(() => makeSquare(content))
  last = made.catch(() => undefined)
  try {
    return await made
  } finally {
    waiting -= 1
  }
}
