import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, diskFull, UploadLost, type Space, type Storage } from './storage.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const unlessMissing = async <T>(result: Promise<T>): Promise<T | undefined> => {
  try {
    return await result
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Reserved for everything else on the disk, above all the database. */
const reserveBytes = 256 * 1024 ** 2

/** An upload claims this many bytes at a time, and then checks the free space again: others write too. */
const claimBytes = 1024 ** 2

/** Data is synced after this many bytes: a crash loses no more than that. */
const commitBytes = 16 * 1024 ** 2

const openForAppending = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // An existing file is never recreated: it holds what has arrived.
  return (await unlessMissing(open(path, 'r+'))) ?? open(path, 'wx+', 0o600)
}

const writeAll = async (file: FileHandle, piece: Buffer, position: number): Promise<void> => {
  for (let offset = 0; offset < piece.length;)
    offset += (await file.write(piece, offset, piece.length - offset, position + offset)).bytesWritten
}

const measureDisk = async (folder: string): Promise<Omit<Space, 'usable'>> => {
  const { blocks, bfree, bavail, bsize } = await statfs(folder)
  // As `df` counts: without the blocks reserved for root.
  return { total: (blocks - bfree + bavail) * bsize, free: bavail * bsize }
}

/** Files in a local folder, spread over subfolders by their keys. */
export const createDiskStorage = (folder: string, measure = measureDisk): Storage => {
  const space = async (): Promise<Space> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const measured = await measure(folder)
    return { ...measured, usable: Math.max(0, measured.free - reserveBytes) }
  }
  /** Bytes that will be written soon: nobody else may claim them. */
  let claimed = 0
  const claim = async (least: number, most = least): Promise<number> => {
    const left = (await space()).usable - claimed
    if (left < least) throw diskFull(`the rest of the disk (${reserveBytes} bytes) is for the database`)
    const bytes = Math.min(left, Math.max(least, most))
    claimed += bytes
    return bytes
  }
  const release = (bytes: number): void => {
    claimed -= bytes
  }
  const pathOf = (key: string): string => join(folder, checkKey(key))
  const sizeOf = async (key: string): Promise<number | undefined> => (await unlessMissing(stat(pathOf(key))))?.size
  const growingPathOf = (key: string): string => join(folder, 'growing', checkKey(key))
  return {
    put: async (key, content) => {
      const path = pathOf(key)
      const room = await claim(content.length)
      const aside = join(dirname(path), `.${randomUUID()}`)
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
      } finally {
        release(room)
      }
    },
    read: async (key, range) => (await unlessMissing(open(pathOf(key), 'r')))?.createReadStream(range),
    sizeOf,
    // Names of a folder come in no order, and their sizes have to be asked for in any case.
    openListing: () => (keys) => Promise.all(keys.map(sizeOf)),
    remove: (key) => rm(pathOf(key), { force: true }),
    space,
    resumable: {
      append: async (key, { uploadState, received }, pieces, commit) => {
        const file = await openForAppending(growingPathOf(key))
        let position = received
        let committed = received
        let room = 0
        let claimedUntil = received
        const makeSafe = async (): Promise<void> => {
          if (position === committed) return
          await file.datasync()
          await commit(position, uploadState)
          committed = position
        }
        try {
          if ((await file.stat()).size < received) throw new UploadLost()
          // Bytes beyond these were never acknowledged.
          await file.truncate(received)
          try {
            for await (const piece of pieces) {
              if (position + piece.length > claimedUntil) {
                release(room)
                room = 0
                room = await claim(piece.length, claimBytes)
                claimedUntil = position + room
              }
              await writeAll(file, piece, position)
              position += piece.length
              if (position - committed >= commitBytes) await makeSafe()
            }
          } finally {
            await makeSafe()
          }
        } finally {
          release(room)
          await file.close()
        }
      },
      readBack: async (key, length) =>
        (await unlessMissing(open(growingPathOf(key), 'r')))?.createReadStream({ start: 0, end: length - 1 }),
      finish: async (key) => {
        const path = pathOf(key)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        try {
          await rename(growingPathOf(key), path)
        } catch (error) {
          if (!isMissing(error) || !(await unlessMissing(stat(path)))) throw error
        }
      },
      abandon: (key) => rm(growingPathOf(key), { force: true }),
    },
  }
}
