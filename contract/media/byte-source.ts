/** Content of which parts can be read: a file in the browser, on a disk or in a bucket. */
export interface ByteSource {
  size: number
  /** The bytes from `start` up to `end`, which is not included. Both lie within the content. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** Content that is in memory. */
export const sourceIn = (content: Uint8Array): ByteSource => ({
  size: content.length,
  read: async (start, end) => content.subarray(start, end),
})

/** `isExceeded`: more was asked for than the limit. */
type LimitedSource = ByteSource & { readonly isExceeded: boolean }

/** Reads at most so much. What asks for more has been given a file that is expensive to read, by chance or on purpose. */
export const limitReads = (source: ByteSource, max: { reads: number; bytes: number }): LimitedSource => {
  let reads = 0
  let bytes = 0
  const isOver = (): boolean => reads > max.reads || bytes > max.bytes
  return {
    size: source.size,
    get isExceeded() {
      return isOver()
    },
    read: async (start, end) => {
      reads += 1
      bytes += end - start
      if (isOver()) throw new Error('Reading this file takes more than its limit')
      return source.read(start, end)
    },
  }
}
