import { readFile } from 'node:fs/promises'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'

/** One of the small films and recordings that `scripts/make-media-samples.sh` has made. */
export const mediaSample = (name: string): Promise<Buffer> => readFile(new URL(`media/${name}`, import.meta.url))

/** Counts what is read of some bytes. */
export const countedSource = (
  content: Uint8Array,
  size = content.length,
): ByteSource & { reads: number; bytes: number } => {
  const counted = {
    size,
    reads: 0,
    bytes: 0,
    read: async (start: number, end: number) => {
      counted.reads += 1
      counted.bytes += end - start
      return content.subarray(start, end)
    },
  }
  return counted
}
