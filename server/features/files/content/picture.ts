import { pictureFormats, widthsOf, type PictureFormat } from '@lectern/contract/files/file-addresses.ts'
import { sourceIn, type ByteSource } from '@lectern/contract/media/byte-source.ts'
import { fail } from '../../../platform/failure.ts'
import { encodePicture, isFileFault, measurePicture } from '../../../platform/media/read-media.ts'
import type { PictureSize } from '../../../platform/media/site-pictures.ts'

interface Variant {
  width: number
  format: PictureFormat
  content: Buffer
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: decoding a large picture takes a lot of memory. */
const inTurn = <Made>(make: () => Promise<Made>): Promise<Made> => {
  const picture = last.then(make)
  last = picture.catch(() => undefined)
  return picture
}

/** The same for a file that a user has chosen: errors are reported to them. */
const chosenInTurn = async <Made>(make: () => Promise<Made>): Promise<Made> => {
  try {
    return await inTurn(make)
  } catch (error) {
    // Broken, too many pixels, or of another type: the user can only choose another one.
    throw isFileFault(error) ? fail('file.noPicture') : error
  }
}

const maxWaiting = 8
let waiting = 0

/** Somebody waits for each of them. */
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
export const makeAvatar = (content: Buffer): Promise<Buffer> =>
  whileFewWait(() => encodePicture(sourceIn(content), { kind: 'square' }))

interface MadePicture extends PictureSize {
  variants: AsyncIterable<Variant>
}

/** Its size first, then each width and format on demand. */
const variantsOf = async (
  source: ByteSource,
  take: typeof inTurn,
  options: Parameters<typeof encodePicture>[2],
): Promise<MadePicture> => {
  const { width, height } = await take(() => measurePicture(source, options))
  const variants = async function* (): AsyncGenerator<Variant> {
    for (const target of widthsOf(width))
      for (const format of pictureFormats) {
        const shape = { kind: 'variant', width: target, format } as const
        yield { width: target, format, content: await take(() => encodePicture(source, shape, options)) }
      }
  }
  return { width, height, variants: variants() }
}

/** Re-encodes a picture that somebody has chosen. `owner`: for which process reads it. */
export const makePicture = (source: ByteSource, owner: string): Promise<MadePicture> =>
  variantsOf(source, chosenInTurn, { owner })

/** The same for a drawing of the program itself: a failure says nothing about the file, and it is retried. */
export const makeDrawing = async (content: Buffer): Promise<MadePicture> => {
  const options = { isTrusted: true }
  const picture = await inTurn(() => encodePicture(sourceIn(content), { kind: 'drawing' }, options))
  return variantsOf(sourceIn(picture), inTurn, options)
}
