import { createHash } from 'node:crypto'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId, MaterialId } from '@lectern/contract/ids.ts'
import { file } from '../features/files/tables.ts'
import { material } from '../features/materials/tables.ts'
import type { Connection } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'
import { fixedNow } from './site.ts'

type Database = Connection['db']
type Row = typeof material.$inferInsert

const written = new Date(fixedNow.getTime() - 3_600_000)

export const sha256 = createHash('sha256').update('content').digest()

/** The row of a stored file without content. */
export const addFile = async (
  db: Database,
  purpose: FilePurpose,
  values: Partial<typeof file.$inferInsert> = {},
): Promise<FileId> => {
  const id = newId<FileId>(written)
  const size = purpose === 'picture' ? { width: 1600, height: 900 } : {}
  await db.insert(file).values({
    id,
    ownerId: newId<AccountId>(written),
    purpose,
    name: '报名表.pdf',
    type: 'application/pdf',
    size: 1234,
    sha256,
    state: 'stored',
    createdAt: written,
    ...size,
    ...values,
  })
  return id
}

/** A material in its usual state: a document published an hour before the fixed time, in Chinese. */
export const addMaterial = async (db: Database, changes: Partial<Row> = {}): Promise<MaterialId> => {
  const row: Row = {
    id: newId<MaterialId>(written),
    kind: 'markdown',
    category: 'training',
    title: { 'zh-CN': '标题' },
    summary: { 'zh-CN': '摘要' },
    body: { 'zh-CN': '正文' },
    state: 'published',
    publishedAt: written,
    createdAt: written,
    updatedAt: written,
    ...changes,
  }
  await db.insert(material).values(row)
  return row.id
}
