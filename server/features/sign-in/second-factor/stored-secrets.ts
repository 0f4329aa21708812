import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, isNotNull, not, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { ciphertextMark, keyIdOf, type Encryption } from '../../../platform/encryption.ts'
import { credential } from '../tables.ts'

// Secrets of authenticator apps are stored encrypted. Unencrypted ones of earlier versions are encrypted at the next
// start; until then they are read as they are.

const isEncrypted: SQL = sql`starts_with(${credential.totpSecret}, ${ciphertextMark})`

/** Undefined: it was encrypted with another key. */
export const readSecret = async (
  encryption: Encryption,
  accountId: AccountId,
  stored: string,
): Promise<string | undefined> => (keyIdOf(stored) === undefined ? stored : encryption.decrypt(accountId, stored))

/** Encrypts unencrypted secrets; returns how many there were. A parallel change by the user is kept. */
export const encryptClearSecrets = async (db: Database, encryption: Encryption): Promise<number> => {
  const clear = await db
    .select({ accountId: credential.accountId, secret: credential.totpSecret })
    .from(credential)
    .where(and(isNotNull(credential.totpSecret), not(isEncrypted)))
  let encrypted = 0
  for (const { accountId, secret } of clear) {
    if (secret === null) continue
    const { rowCount } = await db
      .update(credential)
      .set({ totpSecret: await encryption.encrypt(accountId, secret) })
      .where(and(eq(credential.accountId, accountId), eq(credential.totpSecret, secret)))
    encrypted += rowCount ?? 0
  }
  return encrypted
}

export interface SecretCounts {
  readable: number
  /** Unencrypted, stored by an earlier version. */
  clear: number
  /** Encrypted with another key. */
  unreadable: number
}

/** How the secrets in use are stored. */
export const countSecrets = async (db: Database, encryption: Encryption): Promise<SecretCounts> => {
  const id = await encryption.keyId()
  const isReadable =
    id === undefined ? sql`false` : sql`starts_with(${credential.totpSecret}, ${`${ciphertextMark}${id}.`})`
  const [row] = await db
    .select({
      clear: sql<number>`count(*) filter (where not ${isEncrypted})::int`,
      readable: sql<number>`count(*) filter (where ${isReadable})::int`,
      unreadable: sql<number>`count(*) filter (where ${isEncrypted} and not ${isReadable})::int`,
    })
    .from(credential)
    .where(isNotNull(credential.totpConfirmedAt))
  return row!
}

/** Users whose second factor was encrypted with another key. */
export const listUnreadable = async (db: Database, encryption: Encryption): Promise<AccountId[]> => {
  const id = (await encryption.keyId()) ?? ''
  const rows = await db
    .select({ accountId: credential.accountId })
    .from(credential)
    .where(
      and(
        isNotNull(credential.totpConfirmedAt),
        isEncrypted,
        not(sql`starts_with(${credential.totpSecret}, ${`${ciphertextMark}${id}.`})`),
      ),
    )
    .orderBy(credential.accountId)
  return rows.map(({ accountId }) => accountId)
}
