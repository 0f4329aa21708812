import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, isNull, sql } from '../../platform/database/drizzle.ts'
import { ciphertextMark } from '../../platform/encryption.ts'
import { signingKey } from './tables.ts'

export type SigningKey = typeof signingKey.$inferSelect

/** The key that signs for processes with this secret key: at most one, by a unique index. */
export const findSigningKey = async (db: Database, secretKeyId: string): Promise<SigningKey | undefined> => {
  const isOwn = sql`starts_with(${signingKey.privateKey}, ${`${ciphertextMark}${secretKeyId}.`})`
  const [row] = await db
    .select()
    .from(signingKey)
    .where(and(isNull(signingKey.retiredAt), isOwn))
  return row
}

/** False: another process has inserted one meanwhile. */
export const insertSigningKey = async (db: Database, key: typeof signingKey.$inferInsert): Promise<boolean> => {
  const { rowCount } = await db.insert(signingKey).values(key).onConflictDoNothing()
  return rowCount === 1
}

export const retireSigningKey = async (db: Database, id: string, now: Date): Promise<void> => {
  await db
    .update(signingKey)
    .set({ retiredAt: now })
    .where(and(eq(signingKey.id, id), isNull(signingKey.retiredAt)))
}

/** The oldest first: few, as a new one is made only when the old one cannot be used. */
export const allSigningKeys = (db: Database): Promise<SigningKey[]> =>
  db.select().from(signingKey).orderBy(asc(signingKey.createdAt), asc(signingKey.id))
