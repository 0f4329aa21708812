import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { Storage } from './storage.ts'

/** Stored content of which parts are read by range. */
export const sourceUnder = (storage: Storage, key: string, size: number): ByteSource => ({
  size,
  read: async (start, end) => {
    const bytes = new Uint8Array(end - start)
    if (bytes.length === 0) return bytes
    const stream = await storage.read(key, { start, end: end - 1 })
    if (!stream) throw new Error(`Nothing is stored under ${key}`)
    let filled = 0
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes.set(piece, filled)
      filled += piece.length
    }
    if (filled < bytes.length) throw new Error(`${key} is shorter than its row says`)
    return bytes
  },
})
