import type { AccessTokenId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, gt, isNull, lt, or, sql } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { accessToken } from './tables.ts'

const columns = {
  id: accessToken.id,
  name: accessToken.name,
  scopes: accessToken.scopes,
  createdBy: account.username,
  createdAt: accessToken.createdAt,
  expiresAt: accessToken.expiresAt,
  lastUsedAt: accessToken.lastUsedAt,
  endedAt: accessToken.endedAt,
}

const tokens = (db: Database) =>
  db.select(columns).from(accessToken).innerJoin(account, eq(account.id, accessToken.createdBy))

export type AccessTokenRow = Awaited<ReturnType<typeof tokens>>[number]

const whereValid = (now: Date) => and(isNull(accessToken.endedAt), gt(accessToken.expiresAt, now))

export const accessTokenPage = async (db: Database, { page, pageSize }: { page: number; pageSize: number }) => {
  const [list, total] = await Promise.all([
    tokens(db)
      .orderBy(desc(accessToken.createdAt), desc(accessToken.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.$count(accessToken),
  ])
  return { list, total, page, pageSize }
}

export const findAccessToken = async (db: Database, id: AccessTokenId): Promise<AccessTokenRow | undefined> => {
  const [row] = await tokens(db).where(eq(accessToken.id, id))
  return row
}

/** Locks the creation of tokens, so that their number stays within its limit. */
export const lockTokenCreation = async (db: Database): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('access_token'))`)
}

export const lockAccessToken = async (db: Database, id: AccessTokenId): Promise<void> => {
  await db.execute(sql`select from access_token where id = ${id} for update`)
}

export const countValidTokens = (db: Database, now: Date): Promise<number> => db.$count(accessToken, whereValid(now))

export const findByHash = async (db: Database, tokenHash: Buffer, now: Date) => {
  const { id, scopes } = accessToken
  const [row] = await db
    .select({ id, scopes })
    .from(accessToken)
    .where(and(eq(accessToken.tokenHash, tokenHash), whereValid(now)))
  return row
}

/** Writes the last use, at most every few minutes. */
export const touchAccessToken = async (
  db: Database,
  id: AccessTokenId,
  { now, unlessSince }: { now: Date; unlessSince: Date },
): Promise<void> => {
  const { lastUsedAt } = accessToken
  await db
    .update(accessToken)
    .set({ lastUsedAt: now })
    .where(and(eq(accessToken.id, id), or(isNull(lastUsedAt), lt(lastUsedAt, unlessSince))))
}
