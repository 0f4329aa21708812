import type { Picture } from '@lectern/contract/files/files.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, inArray, ne } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { file } from '../files/tables.ts'
import { setting } from './tables.ts'

type Key = typeof setting.$inferSelect.key

export const allSettings = (db: Database) =>
  db.select({ key: setting.key, value: setting.value, version: setting.version }).from(setting)

export const findSetting = async (db: Database, key: Key) => {
  const [row] = await db
    .select({ value: setting.value, version: setting.version })
    .from(setting)
    .where(eq(setting.key, key))
  return row
}

/**
 * Locks a row until the transaction ends, and creates it if there is none: so the value read is the last one written.
 */
export const lockSetting = async (db: Database, key: Key, now: Date) => {
  await db.insert(setting).values({ key, value: {}, updatedAt: now }).onConflictDoNothing()
  const [row] = await db
    .select({ value: setting.value, version: setting.version })
    .from(setting)
    .where(eq(setting.key, key))
    .for('update')
  return row!
}

export const writeSetting = async (
  db: Database,
  key: Key,
  row: { value: Record<string, unknown>; version?: number; updatedAt: Date },
): Promise<void> => {
  await db.update(setting).set(row).where(eq(setting.key, key))
}

/** Few rows. */
export const otherOrganisers = async (db: Database, self: AccountId): Promise<AccountId[]> => {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.access, 'admin'), eq(account.status, 'active'), ne(account.id, self)))
    .orderBy(account.id)
  return rows.map(({ id }) => id)
}

/** Those of these pictures that are ready. */
export const picturesById = async (
  db: Database,
  ids: readonly (FileId | null)[],
): Promise<ReadonlyMap<FileId, Picture>> => {
  const presentIds = ids.filter((id) => id !== null)
  if (presentIds.length === 0) return new Map()
  const rows = await db
    .select({ id: file.id, width: file.width, height: file.height })
    .from(file)
    .where(and(inArray(file.id, presentIds), eq(file.purpose, 'picture'), eq(file.state, 'stored')))
  return new Map(rows.map(({ id, width, height }) => [id, { id, width: width!, height: height! }]))
}
