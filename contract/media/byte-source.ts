/** Content of which parts can be read: a file in the browser, on a disk or in a bucket. */
export interface ByteSource {
  size: number
  /** The bytes from `start` up to `end`, which is not included. Both lie within the content. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** Reads at most so much. What asks for more has been given a file that is made to be expensive. */
export const limitReads = (source: ByteSource, max: { reads: number; bytes: number }): ByteSource => {
  let reads = 0
  let bytes = 0
  return {
    size: source.size,
    read: async (start, end) => {
      reads += 1
      bytes += end - start
      if (reads > max.reads || bytes > max.bytes) throw new Error('Reading this file takes more than its limit')
      return source.read(start, end)
    },
  }
}
