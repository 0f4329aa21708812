import { hashParts, type HashedPart } from './part-hash.ts'

// In a worker, so that the page stays responsive. The first message names the file, each other one asks for a part.

let next: (() => Promise<HashedPart>) | undefined

addEventListener('message', ({ data }: MessageEvent<{ file: File; partBytes: number } | 'next'>) => {
  if (data !== 'next') {
    next = hashParts(data.file, data.partBytes)
    return
  }
  next!().then(
    (part) => postMessage({ part }),
    (error: unknown) => postMessage({ failure: String(error) }),
  )
})
