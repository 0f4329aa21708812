import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, count, eq, gt, isNull, lt, ne, sql, type SQL } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { fail } from '../../platform/failure.ts'
import { dutyColumns, whereIdentifiedBy } from '../accounts/service.ts'
import { account, accountColumns, organiser } from '../accounts/tables.ts'
import { missingConsents } from '../documents/service.ts'
import { code, credential, session, spentProof, type CodePurpose } from './tables.ts'

const maxTries = 5
const dayMilliseconds = 86_400_000

export type CodeId = string & { readonly __brand: 'CodeId' }

export const hasSecondFactor = sql<boolean>`${credential.totpConfirmedAt} is not null`.as('has_second_factor')

const findClaimantWhere = async (db: Database, where: SQL | undefined) => {
  const [row] = await db
    .select({
      account: accountColumns,
      password: credential.password,
      hasSecondFactor,
      missing: missingConsents,
      ...dutyColumns,
    })
    .from(account)
    .leftJoin(credential, eq(credential.accountId, account.id))
    .leftJoin(organiser, eq(organiser.accountId, account.id))
    .where(and(where, ne(account.status, 'deleted')))
  return row
}

/**
 * The account with this identifier, with its credentials and missing consents. The same single query runs whether or
 * not there is such an account.
 */
export const findClaimant = (db: Database, identifier: string) => findClaimantWhere(db, whereIdentifiedBy(identifier))

/** The owner of a passkey, or of an identity at a provider. */
export const findClaimantById = (db: Database, id: AccountId) => findClaimantWhere(db, eq(account.id, id))

export type Claimant = NonNullable<Awaited<ReturnType<typeof findClaimant>>>

/** The credentials of an account. */
export const keysOf = (db: Database, accountId: AccountId) =>
  db
    .select({ password: credential.password, hasSecondFactor })
    .from(credential)
    .where(eq(credential.accountId, accountId))

export type Keys = Awaited<ReturnType<typeof keysOf>>[number]

/**
 * Locks an active account and returns its credentials: until the transaction ends nobody disables or deletes it, or
 * changes them. It is locked before anything else of the account, in the same order as everywhere.
 */
export const lockActiveAccount = async (db: Database, accountId: AccountId): Promise<Keys | undefined> => {
  const held = db
    .$with('held')
    .as(db.select({ status: account.status }).from(account).where(eq(account.id, accountId)).for('share'))
  const keys = db.$with('keys').as(keysOf(db, accountId).for('share'))
  const [row] = await db
    .with(held, keys)
    .select({ status: held.status, password: keys.password, hasSecondFactor: keys.hasSecondFactor })
    .from(held)
    .leftJoin(keys, sql`true`)
  if (row?.status !== 'active') throw fail('signIn.disabled')
  return row.hasSecondFactor === null ? undefined : { password: row.password, hasSecondFactor: row.hasSecondFactor }
}

interface Asked {
  target: string
  /** The caller's known network; null: unknown. */
  network: Buffer | null
  now: Date
}

/**
 * Codes sent to a contact within the last day and never used, by purpose. Requests from unknown networks count
 * separately.
 */
export const countUnusedCodes = async (
  db: Database,
  { target, network, now }: Asked,
): Promise<Map<CodePurpose, number>> => {
  const rows = await db
    .select({ purpose: code.purpose, sent: count() })
    .from(code)
    .where(
      and(
        eq(code.target, target),
        network ? eq(code.network, network) : isNull(code.network),
        isNull(code.usedAt),
        gt(code.createdAt, new Date(now.getTime() - dayMilliseconds)),
      ),
    )
    .groupBy(code.purpose)
  return new Map(rows.map(({ purpose, sent }) => [purpose, sent]))
}

interface NewCode {
  purpose: CodePurpose
  target: string
  hash: Buffer
  network: Buffer | null
  now: Date
  expiresAt: Date
}

export const insertCode = async (db: Database, { now, ...values }: NewCode): Promise<void> => {
  await db.insert(code).values({ id: newId(now), createdAt: now, ...values })
}

/** Invalidates earlier codes for the same purpose. */
export const endCodes = async (
  db: Database,
  { purpose, target, now }: Pick<NewCode, 'purpose' | 'target' | 'now'>,
): Promise<void> => {
  await db
    .update(code)
    .set({ endedAt: now })
    .where(and(eq(code.target, target), eq(code.purpose, purpose), isNull(code.endedAt)))
}

/** Marks a code as used; false if it was used or replaced before. */
export const markCodeUsed = async (db: Database, id: CodeId, now: Date): Promise<boolean> => {
  const { rowCount } = await db
    .update(code)
    .set({ endedAt: now, usedAt: now })
    .where(and(eq(code.id, id), isNull(code.endedAt)))
  return rowCount === 1
}

/** Compares with the valid code and counts a wrong attempt, in one statement, so that no two attempts count as one. */
export const tryCode = async (
  db: Database,
  { purpose, target, hash, now }: Pick<NewCode, 'purpose' | 'target' | 'hash' | 'now'>,
): Promise<{ id: CodeId; isRight: boolean } | undefined> => {
  const [row] = await db
    .update(code)
    .set({ tries: sql`${code.tries} + (${code.hash} <> ${hash})::integer` })
    .where(
      and(
        eq(code.target, target),
        eq(code.purpose, purpose),
        isNull(code.endedAt),
        gt(code.expiresAt, now),
        lt(code.tries, maxTries),
      ),
    )
    .returning({ id: sql<CodeId>`${code.id}`, isRight: sql<boolean>`${code.hash} = ${hash}` })
  return row
}

export const isProofSpent = async (db: Database, signature: string): Promise<boolean> =>
  (await db.select({ signature: spentProof.signature }).from(spentProof).where(eq(spentProof.signature, signature)))
    .length > 0

/** False: this proof was submitted before. */
export const insertSpentProof = async (
  db: Database,
  proof: { signature: string; expiresAt: Date },
): Promise<boolean> => {
  const { rowCount } = await db.insert(spentProof).values(proof).onConflictDoNothing()
  return rowCount === 1
}

export const deleteSession = async (db: Database, id: SessionId): Promise<boolean> => {
  const { rowCount } = await db.delete(session).where(eq(session.id, id))
  return rowCount === 1
}
