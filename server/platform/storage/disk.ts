import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** Keys are made by the program: letters, digits and dashes, in folders. */
const keyPattern = /^[\w-]+(\/[\w-]+)*$/

/** Files in a folder of this machine, spread over subfolders by their keys. */
export const createDiskStorage = (folder: string): Storage => {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error(`${key} is no key of a file`)
    return join(folder, key)
  }
  return {
    put: async (key, content) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const aside = join(dirname(path), `.${randomUUID()}`)
      try {
        const file = await open(aside, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(aside, path)
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    read: async (key) => {
      try {
        return (await open(pathOf(key), 'r')).createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
