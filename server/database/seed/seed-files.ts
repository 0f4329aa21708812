import type { FilePurpose } from '@lectern/contract/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { storeSeedFile } from '../../features/files/service.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface SeedFiles {
  /** A drawing; made into a picture once the site runs, in the order in which they come here. Drawn once for each name. */
  picture(name: string, draw: () => string): Promise<FileId>
  store(purpose: FilePurpose, name: string, content: Buffer): Promise<FileId>
}

const minuteMilliseconds = 60_000

export const createSeedFiles = (db: Database, storage: Storage, ownerId: AccountId, now: Date): SeedFiles => {
  // Each a moment after the last, and all of them past: pictures are made in the order of their moments.
  let moment = now.getTime() - minuteMilliseconds
  const store: SeedFiles['store'] = (purpose, name, content) => {
    moment += 1
    return storeSeedFile(db, storage, { purpose, name, content, ownerId, now: new Date(moment) })
  }
  const pictures = new Map<string, FileId>()
  return {
    store,
    picture: async (name, draw) => {
      const id = pictures.get(name) ?? (await store('picture', `${name}.svg`, Buffer.from(draw())))
      pictures.set(name, id)
      return id
    },
  }
}

/** Content that is put while `fill` runs is taken away again should it fail. */
export const allOrNothing = async <Result>(
  storage: Storage,
  fill: (storage: Storage) => Promise<Result>,
): Promise<Result> => {
  const keys: string[] = []
  const put: Storage['put'] = (key, content) => {
    keys.push(key)
    return storage.put(key, content)
  }
  try {
    return await fill({ ...storage, put })
  } catch (error) {
    await Promise.allSettled(keys.map((key) => storage.remove(key)))
    throw error
  }
}
