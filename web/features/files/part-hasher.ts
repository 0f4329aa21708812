import type { HashedPart } from './part-hash.ts'

export interface PartHasher {
  /** The next part of the file. One call at a time. */
  next(): Promise<HashedPart>
  close(): void
}

/** Hashes a file in the background. */
export const createPartHasher = (file: File, partBytes: number): PartHasher => {
  const worker = new Worker(new URL('./part-hash-worker.ts', import.meta.url), { type: 'module' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no other origin
  worker.postMessage({ file, partBytes })
  return {
    next: () =>
      new Promise((resolve, reject) => {
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<{ part: HashedPart } | { failure: string }>) =>
            'part' in data ? resolve(data.part) : reject(new Error(data.failure)),
          { once: true },
        )
        worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no other origin
        worker.postMessage('next')
      }),
    close: () => worker.terminate(),
  }
}
