import { createHash, randomBytes } from 'node:crypto'
import type { AccessValue } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import type { OfficeSettings } from '@lectern/contract/settings/settings.ts'
import { visitor, type Actor, type Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, gt, inArray, ne, sql } from '../../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { newId } from '../../../platform/ids.ts'
import { dutiesInRequest, dutiesOf, dutyColumns } from '../../accounts/service.ts'
import { account, accountColumns, organiser } from '../../accounts/tables.ts'
import { hasSecondFactor, lockActiveAccount, type Keys } from '../queries.ts'
import { credential, session } from '../tables.ts'

const hour = 3_600_000
const idleMilliseconds = 12 * hour
/** A session that is not remembered ends after this, however much it is used. */
const longestDays = 7
const rememberedMilliseconds = 30 * 24 * hour

/** Tokens are fully random: a plain digest is safe. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface NewSession {
  token: string
  /** How long the browser keeps the cookie; absent: until it is closed. */
  maxAgeSeconds: number | undefined
}

export interface SessionChoice {
  remember: boolean
  /** The provider has asserted a second factor. */
  strong?: boolean
}

/** Requires a transaction: disabling or deleting the account must end this session too. */
export const startSession = async (
  ctx: Ctx,
  accountId: AccountId,
  { remember, strong = false }: SessionChoice,
): Promise<NewSession & { id: SessionId; keys: Keys | undefined }> => {
  const keys = await lockActiveAccount(ctx.db, accountId)
  const token = randomBytes(32).toString('base64url')
  const id = newId<SessionId>(ctx.now)
  await ctx.db.insert(session).values({
    id,
    tokenHash: hashOf(token),
    accountId,
    remembered: remember,
    strong,
    createdAt: ctx.now,
    seenAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + (remember ? rememberedMilliseconds : idleMilliseconds)),
    address: ctx.caller.address,
    userAgent: ctx.caller.userAgent,
  })
  return { id, keys, token, maxAgeSeconds: remember ? rememberedMilliseconds / 1_000 : undefined }
}

const sessionUserOf = preparedQuery((db, { tokenHash, now }: Placeholders<{ tokenHash: Buffer; now: Date }>) =>
  db
    .select({
      sessionId: session.id,
      seenAt: session.seenAt,
      account: accountColumns,
      hasPassword: sql<boolean>`${credential.password} is not null`,
      hasSecondFactor,
      strong: session.strong,
      createdAt: session.createdAt,
      ...dutyColumns,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .leftJoin(credential, eq(credential.accountId, session.accountId))
    .leftJoin(organiser, eq(organiser.accountId, session.accountId))
    .where(and(eq(session.tokenHash, tokenHash), gt(session.expiresAt, now), eq(account.status, 'active'))),
)

/** The user of this token, in one query. */
export const findSessionUser = async (db: Database, token: string, now: Date) => {
  const [row] = await sessionUserOf(db, { tokenHash: hashOf(token), now })
  return row
}

export type SessionUser = NonNullable<Awaited<ReturnType<typeof findSessionUser>>>

/** Whether organisers require a second factor for this access. */
export const needsSecondFactor = (access: AccessValue, { requireSecondFactor }: OfficeSettings): boolean =>
  requireSecondFactor && access !== 'user'

export const lacksSecondFactor = (
  sessionUser: Pick<SessionUser, 'account' | 'hasSecondFactor' | 'strong'>,
  office: OfficeSettings,
): boolean =>
  needsSecondFactor(sessionUser.account.access, office) && !sessionUser.hasSecondFactor && !sessionUser.strong

/** `isReading`: the request changes nothing. */
export const actorOf = (sessionUser: SessionUser | undefined, office: OfficeSettings, isReading: boolean): Actor =>
  sessionUser
    ? {
        kind: 'account',
        id: sessionUser.account.id,
        sessionId: sessionUser.sessionId,
        access: sessionUser.account.access,
        lacksSecondFactor: lacksSecondFactor(sessionUser, office),
        ...dutiesInRequest(dutiesOf(sessionUser.account.access, sessionUser), isReading),
      }
    : visitor

export const endSessionsOf = async (db: Database, accountId: AccountId, but?: SessionId): Promise<number> => {
  const { rowCount } = await db.delete(session).where(and(eq(session.accountId, accountId), but && ne(session.id, but)))
  return rowCount ?? 0
}

/** Extends sessions in use. Written now and then for many at once, so that reads cause no writes. */
export const touchSessions = async (db: Database, seen: ReadonlyMap<SessionId, Date>): Promise<void> => {
  if (seen.size === 0) return
  const latest = new Date(Math.max(...[...seen.values()].map((at) => at.getTime())))
  await db
    .update(session)
    .set({
      seenAt: latest,
      expiresAt: sql`case when ${session.remembered} then ${session.expiresAt} else
        least(${new Date(latest.getTime() + idleMilliseconds)}::timestamptz, ${session.createdAt} + make_interval(days => ${longestDays}::int)) end`,
    })
    .where(inArray(session.id, [...seen.keys()]))
}

/** Those of these sessions that are still valid. */
export const lastingSessions = async (db: Database, ids: readonly SessionId[]): Promise<Set<SessionId>> => {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(inArray(session.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}
