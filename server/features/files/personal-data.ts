import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { removeFilesOf } from './service.ts'
import { file } from './tables.ts'

const filesOf = (db: Database, id: AccountId) =>
  db
    .select({
      id: file.id,
      purpose: file.purpose,
      name: file.name,
      type: file.type,
      size: file.size,
      createdAt: file.createdAt,
    })
    .from(file)
    .where(and(eq(file.ownerId, id), eq(file.state, 'stored')))
    .orderBy(desc(file.createdAt), desc(file.id))

export const filesData: PersonalData = {
  collect: async ({ db }, { id }, { addressOf }) => ({
    files: (await filesOf(db, id)).map((stored) => {
      const { id: fileId, ...rest } = stored
      return { ...rest, address: addressOf(fileId) }
    }),
  }),
  erase: (ctx, { id }) => removeFilesOf(ctx, id),
}
