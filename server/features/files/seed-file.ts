import { createHash } from 'node:crypto'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { contentType } from './content/content-kind.ts'
import { drawingType } from './content/inspection.ts'
import { keyOf } from './content/keys.ts'
import { file } from './tables.ts'

interface SeedFile {
  purpose: FilePurpose
  /** With the fitting extension; pictures may also be `.svg`. */
  name: string
  content: Buffer
  ownerId: AccountId
  now: Date
}

/** Stores the content of a bundled file and returns its row. */
export const putSeedFile = async (
  storage: Storage,
  { purpose, name, content, ownerId, now }: SeedFile,
): Promise<typeof file.$inferInsert> => {
  const isDrawing = purpose === 'picture' && name.endsWith('.svg')
  const type = isDrawing ? drawingType : await contentType(purpose, content, name)
  if (!type) throw new Error(`${name} cannot serve as ${purpose}`)
  const id = newId<FileId>(now)
  await storage.put(keyOf({ purpose, id }), content)
  const isPicture = purpose === 'picture'
  return {
    id,
    ownerId,
    purpose,
    name,
    type,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    state: isPicture ? 'waiting' : 'stored',
    dueAt: isPicture ? now : null,
    createdAt: now,
  }
}

/**
 * Stores a bundled file. It can be referred to at once. Pictures, which may be SVG drawings, are processed by a job
 * once the program runs; everything else can be read at once.
 */
export const storeSeedFile = async (db: Database, storage: Storage, seedFile: SeedFile): Promise<FileId> => {
  const row = await putSeedFile(storage, seedFile)
  await db.insert(file).values(row)
  return row.id
}
