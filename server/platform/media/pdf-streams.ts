import { createInflate } from 'node:zlib'
import { MediaTooCostly } from './media-limits.ts'

/**
 * Counts what the compressed streams of a PDF really unpack to, in pieces that are thrown away, before a library unpacks them as a whole.
 * What gets past it (other filters, one stream that is used many times) is stopped by the memory limit of the process.
 */

/** Texts, drawings, fonts and tables of a long book stay far below this. */
const maxInflatedBytes = 512 * 1024 * 1024
/** No program compresses a stream twice, but for a few bytes by mistake. */
const maxTwiceInflatedBytes = 8 * 1024 * 1024

/** In front of a stream: what it is. */
const dictionaryBytes = 1_024

/** zlib: deflate, with a sum over both bytes, and without a dictionary of its own. */
const isDeflated = (head: Uint8Array): boolean =>
  head.length >= 2 && (head[0]! & 15) === 8 && ((head[0]! << 8) + head[1]!) % 31 === 0 && (head[1]! & 32) === 0

interface Count {
  once: number
  twice: number
}

const checkCount = ({ once, twice }: Count): void => {
  if (once > maxInflatedBytes || twice > maxTwiceInflatedBytes)
    throw new MediaTooCostly('The streams of this PDF unpack to far too much')
}

/** Unpacks what is written to it, and counts what comes out until it breaks off. */
const createCounter = (count: Count) => {
  const inflate = createInflate()
  inflate.on('data', (piece: Buffer) => (count.twice += piece.length))
  inflate.on('error', () => undefined)
  return {
    write: (piece: Buffer) =>
      new Promise<void>((resolve) => {
        if (inflate.destroyed || inflate.readableEnded) resolve()
        else inflate.write(piece, () => resolve())
      }),
    close: () => inflate.destroy(),
  }
}

/** Counts until the stream ends or breaks off: a damaged one is for the library to judge. */
const countStream = async (content: Uint8Array, count: Count): Promise<void> => {
  const inflate = createInflate()
  inflate.end(content)
  let second: ReturnType<typeof createCounter> | undefined
  let isFirst = true
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      if (isFirst && isDeflated(piece)) second = createCounter(count)
      isFirst = false
      count.once += piece.length
      await second?.write(piece)
      checkCount(count)
    }
  } catch (error) {
    if (error instanceof MediaTooCostly) throw error
  } finally {
    second?.close()
  }
}

/** Pictures are copied as they are, and not unpacked to read texts. */
const isPicture = (content: Buffer, at: number): boolean =>
  /\/Subtype\s?\/Image\b/.test(content.toString('latin1', Math.max(0, at - dictionaryBytes), at))

/** Fails if the streams of a PDF unpack to more than those of any honest one. */
export const checkPdfStreams = async (content: Uint8Array): Promise<void> => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const count: Count = { once: 0, twice: 0 }
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at)) {
    const begin = at + 'stream'.length
    // A line break of one or two bytes.
    const start = begin + (bytes[begin] === 13 && bytes[begin + 1] === 10 ? 2 : 1)
    if (!isDeflated(bytes.subarray(start, start + 2)) || isPicture(bytes, at)) {
      at = begin
      continue
    }
    const end = bytes.indexOf('endstream', start)
    await countStream(bytes.subarray(start, end < 0 ? undefined : end), count)
    at = end < 0 ? bytes.length : end + 'endstream'.length
  }
}
