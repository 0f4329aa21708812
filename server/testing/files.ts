import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { keyOf } from '../features/files/content/keys.ts'
import { file } from '../features/files/tables.ts'
import type { Ctx } from '../platform/context.ts'
import type { Connection } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { createDiskStorage } from '../platform/storage/disk.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { fixedNow } from './site.ts'

export const temporaryStorage = async (): Promise<Storage> =>
  createDiskStorage(await mkdtemp(join(tmpdir(), 'lectern-storage-')))

type Row = typeof file.$inferInsert

/** The row of a stored file, without content: by default a picture of 800 × 600. */
export const addFile = async (db: Connection['db'], changes: Partial<Row> = {}): Promise<FileId> => {
  const row: Row = {
    id: newId<FileId>(fixedNow),
    ownerId: newId<AccountId>(fixedNow),
    purpose: 'picture',
    name: 'picture.png',
    type: 'image/png',
    size: 1_000,
    sha256: createHash('sha256').update('').digest(),
    state: 'stored',
    ...((changes.purpose ?? 'picture') === 'picture' && { width: 800, height: 600 }),
    createdAt: fixedNow,
    ...changes,
  }
  await db.insert(file).values(row)
  return row.id
}

/** The storage loses the content of a file; its row stays. */
export const loseFile = ({ installation: { storage } }: Ctx, lost: Pick<typeof file.$inferSelect, 'purpose' | 'id'>) =>
  storage.remove(keyOf(lost))
