import type { AccountId, PasskeyId } from '@lectern/contract/ids.ts'
import type { Installation } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, countDistinct, desc, eq, lt, ne } from '../../../platform/database/drizzle.ts'
import { passkey } from '../tables.ts'
import { relyingPartyOf } from './relying-party.ts'

export type PasskeyRow = typeof passkey.$inferSelect

/** Few: see `maxPasskeys`. The newest first. */
export const passkeysOf = (db: Database, accountId: AccountId): Promise<PasskeyRow[]> =>
  db.select().from(passkey).where(eq(passkey.accountId, accountId)).orderBy(desc(passkey.createdAt), desc(passkey.id))

/** Those that devices offer at the present address of the site. */
export const usablePasskeysOf = async (
  db: Database,
  { address }: Pick<Installation, 'address'>,
  accountId: AccountId,
): Promise<PasskeyRow[]> => {
  const party = relyingPartyOf(address)
  return (await passkeysOf(db, accountId)).filter(({ rpId }) => rpId === party?.id)
}

export const findPasskey = async (db: Database, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  (await db.select().from(passkey).where(eq(passkey.credentialId, credentialId)))[0]

/** Stores that it was used; false if it was removed meanwhile, or used with this count or a higher one. */
export const markPasskeyUsed = async (
  db: Database,
  { id, counter, now }: { id: PasskeyId; counter: number; now: Date },
): Promise<boolean> => {
  const isAhead = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter)
  const { rowCount } = await db
    .update(passkey)
    .set({ counter, usedAt: now })
    .where(and(eq(passkey.id, id), isAhead))
  return rowCount === 1
}

/** Passkeys that were made for another host of the site, by host: devices no longer offer them. */
export const passkeysOfOtherHosts = (db: Database, rpId: string | undefined) =>
  db
    .select({ rpId: passkey.rpId, people: countDistinct(passkey.accountId) })
    .from(passkey)
    .where(rpId === undefined ? undefined : ne(passkey.rpId, rpId))
    .groupBy(passkey.rpId)
    .orderBy(passkey.rpId)
