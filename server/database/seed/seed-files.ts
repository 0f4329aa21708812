import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { putSeedFile } from '../../features/files/service.ts'
import { file } from '../../features/files/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/**
 * Files of the demo. Several may be stored at a time; their rows are inserted together before something refers to
 * them.
 */
export interface SeedFiles {
  /** A drawing of drawings/; converted to pictures once the site runs, in the order of these calls. Stored once per name. */
  picture(name: string): Promise<FileId>
  store(purpose: FilePurpose, name: string, content: Buffer): Promise<FileId>
  writeDown(): Promise<void>
}

const directory = join(import.meta.dirname, 'drawings')

const minuteMilliseconds = 60_000

export const createSeedFiles = (db: Database, storage: Storage, ownerId: AccountId, now: Date): SeedFiles => {
  // Each a moment earlier than the one before: the newest file is converted first.
  let moment = now.getTime() - minuteMilliseconds
  const rows: (typeof file.$inferInsert)[] = []
  const store: SeedFiles['store'] = async (purpose, name, content) => {
    moment -= 1
    const row = await putSeedFile(storage, { purpose, name, content, ownerId, now: new Date(moment) })
    rows.push(row)
    return row.id
  }
  const pictures = new Map<string, Promise<FileId>>()
  return {
    store,
    picture: (name) => {
      const drawing = `${name}.svg`
      // Read at once: the order of these calls is that of the files.
      const id = pictures.get(name) ?? store('picture', drawing, readFileSync(join(directory, drawing)))
      pictures.set(name, id)
      return id
    },
    writeDown: async () => {
      const unwritten = rows.splice(0)
      if (unwritten.length > 0) await db.insert(file).values(unwritten)
    },
  }
}

/** Content stored while `fill` runs is removed if it fails. */
export const allOrNothing = async <Result>(
  storage: Storage,
  fill: (storage: Storage) => Promise<Result>,
): Promise<Result> => {
  const keys: string[] = []
  const underWay: Promise<void>[] = []
  const put: Storage['put'] = (key, content) => {
    keys.push(key)
    const done = storage.put(key, content)
    underWay.push(done)
    return done
  }
  try {
    return await fill({ ...storage, put })
  } catch (error) {
    await Promise.allSettled(underWay)
    await Promise.allSettled(keys.map((key) => storage.remove(key)))
    throw error
  }
}
