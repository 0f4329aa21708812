import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, inArray, lt } from '../../platform/database/drizzle.ts'
import { file } from './tables.ts'

type Purpose = typeof file.$inferSelect.purpose

export const findStored = async (db: Database, id: FileId, purposes: Purpose[]) => {
  const [found] = await db
    .select({ id: file.id, purpose: file.purpose, type: file.type, size: file.size })
    .from(file)
    .where(and(eq(file.id, id), eq(file.state, 'stored'), inArray(file.purpose, purposes)))
  return found
}

/** Some of the files that nobody needs any more. */
export const removedBefore = (db: Database, moment: Date, most: number) =>
  db
    .select({ id: file.id, purpose: file.purpose })
    .from(file)
    .where(and(eq(file.state, 'removed'), lt(file.createdAt, moment)))
    .orderBy(file.createdAt)
    .limit(most)

export const setState = async (db: Database, id: FileId, state: 'stored' | 'removed'): Promise<void> => {
  await db.update(file).set({ state }).where(eq(file.id, id))
}

export const removeAllOf = async (db: Database, ownerId: AccountId): Promise<void> => {
  await db.update(file).set({ state: 'removed' }).where(eq(file.ownerId, ownerId))
}
