import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { file } from '../features/files/tables.ts'
import type { Connection } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { noon } from './site.ts'

type Row = typeof file.$inferInsert

/** What the database knows about a file of the house, without its bytes: by default a picture that can be shown. */
export const addStoredFile = async (db: Connection['db'], changes: Partial<Row> = {}): Promise<FileId> => {
  const row: Row = {
    id: newId<FileId>(noon),
    ownerId: newId<AccountId>(noon),
    purpose: 'picture',
    name: 'picture.webp',
    type: 'image/webp',
    size: 1_000,
    sha256: Buffer.alloc(32),
    state: 'stored',
    width: 1_920,
    height: 640,
    createdAt: noon,
    ...changes,
  }
  await db.insert(file).values(row)
  return row.id
}
