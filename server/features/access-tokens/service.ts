import { randomBytes } from 'node:crypto'
import type { createAccessToken as createEndpoint } from '@lectern/contract/access-tokens/access-tokens.ts'
import { maxActiveTokens } from '@lectern/contract/access-tokens/access-token-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccessTokenId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { requireControl } from '../steps/service.ts'
import { hashOf, tokenPrefix } from './identity.ts'
import {
  accessTokenPage,
  countValidTokens,
  findAccessToken,
  lockAccessToken,
  lockTokenCreation,
  type AccessTokenRow,
} from './queries.ts'
import { accessToken } from './tables.ts'

export { identifyToken } from './identity.ts'

const day = 86_400_000

export const listAccessTokens = ({ db }: Ctx, slice: { page: number; pageSize: number }) => accessTokenPage(db, slice)

const requireAccessToken = async ({ db }: Ctx, id: AccessTokenId): Promise<AccessTokenRow> => {
  const row = await findAccessToken(db, id)
  if (!row) throw fail('token.notFound')
  return row
}

/** The token itself is only returned here. */
export const createAccessToken = (outer: SignedIn, { name, scopes, days }: BodyOf<typeof createEndpoint>) =>
  inTransaction(outer, async (ctx) => {
    const { db, now, actor } = ctx
    await requireControl(ctx, 'tokenCreated')
    await lockTokenCreation(db)
    if ((await countValidTokens(db, now)) >= maxActiveTokens) throw fail('token.tooMany', { most: maxActiveTokens })
    const secret = tokenPrefix + randomBytes(32).toString('base64url')
    const id = newId<AccessTokenId>(now)
    const values = { name, scopes: [...new Set(scopes)], expiresAt: new Date(now.getTime() + days * day) }
    await db
      .insert(accessToken)
      .values({ id, tokenHash: hashOf(secret), ...values, createdBy: actor.id, createdAt: now })
    await audit(ctx, 'accessToken.created', {
      subject: { kind: 'accessToken', id },
      after: { name, scopes: values.scopes, until: values.expiresAt.toISOString() },
    })
    return { row: await requireAccessToken(ctx, id), secret }
  })

/** Ending it once more changes nothing. */
export const endAccessToken = (outer: SignedIn, id: AccessTokenId): Promise<AccessTokenRow> =>
  inTransaction(outer, async (ctx) => {
    await lockAccessToken(ctx.db, id)
    const row = await requireAccessToken(ctx, id)
    if (row.endedAt) return row
    await ctx.db.update(accessToken).set({ endedAt: ctx.now }).where(eq(accessToken.id, id))
    await audit(ctx, 'accessToken.ended', { subject: { kind: 'accessToken', id }, after: { name: row.name } })
    return { ...row, endedAt: ctx.now }
  })
