import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '../../../platform/storage/storage.ts'
import { headBytes } from './content-kind.ts'

/** As many bytes as tell what a file is; undefined: nothing is stored. */
export const readHead = async (storage: Storage, key: string, size: number): Promise<Buffer | undefined> => {
  const stream = await storage.read(key, { start: 0, end: Math.min(size, headBytes) - 1 })
  return stream && buffer(stream)
}

export const contentUnder = async (storage: Storage, key: string): Promise<Buffer> => {
  const stream = await storage.read(key)
  if (!stream) throw new Error(`Nothing is stored under ${key}`)
  return buffer(stream)
}

/** Reads the whole content: for files whose hash was not made while they arrived. */
export const digestUnder = async (storage: Storage, key: string): Promise<Buffer> => {
  const hash = createHash('sha256')
  for await (const piece of (await storage.read(key)) ?? []) hash.update(piece as Buffer)
  return hash.digest()
}
