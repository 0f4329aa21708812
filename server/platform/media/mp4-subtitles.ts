import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { Run } from './mp4-samples.ts'

/** Of each track, this much is searched for names. */
const maxTextBytes = 1024 * 1024
const words = /[\p{L}\p{N}][\p{L}\p{N}\s.,@+'’·-]+/gu

/** A text begins after its length. One in two bytes for each character says so by its first ones, or by a box after it. */
const encodingsOf = (sample: Uint8Array): string[] => {
  const mark = (sample[2]! << 8) | sample[3]!
  if (mark === 0xfffe) return ['utf-16le']
  const isWide = mark === 0xfeff || Buffer.from(sample).includes('encd')
  return isWide ? ['utf-16be', 'utf-8'] : ['utf-8']
}

const textIn = (sample: Uint8Array): string =>
  encodingsOf(sample)
    .flatMap((encoding) => [...new TextDecoder(encoding).decode(sample.subarray(2)).matchAll(words)])
    .map(([text]) => text)
    .join('\n')

/** The texts of a track of subtitles. */
export const subtitlesIn = async (source: ByteSource, runs: readonly Run[]): Promise<string> => {
  const texts: string[] = []
  let bytes = 0
  for (const { start, sizes } of runs) {
    let at = start
    for (const size of sizes) {
      if (bytes > maxTextBytes || at + size > source.size) return texts.join('\n')
      texts.push(textIn(await source.read(at, Math.min(at + size, at + maxTextBytes))))
      bytes += size
      at += size
    }
  }
  return texts.join('\n')
}
