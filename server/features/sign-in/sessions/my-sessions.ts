import type { SessionId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, desc, eq, gt } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { endSessionsOf } from './sessions.ts'
import { session } from '../tables.ts'

/** More than anybody reads; all others can be ended at once. */
const maxListed = 100

export const listMySessions = ({ db, actor, now }: SignedIn) =>
  db
    .select({
      id: session.id,
      remembered: session.remembered,
      createdAt: session.createdAt,
      seenAt: session.seenAt,
      expiresAt: session.expiresAt,
      address: session.address,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(and(eq(session.accountId, actor.id), gt(session.expiresAt, now)))
    .orderBy(desc(session.seenAt), desc(session.id))
    .limit(maxListed)

/** Other users' sessions are not found. */
export const endMySession = (outer: SignedIn, id: SessionId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db
      .delete(session)
      .where(and(eq(session.id, id), eq(session.accountId, ctx.actor.id)))
    if (rowCount === 0) throw fail('session.notFound')
    await audit(ctx, 'session.ended', { subject: { kind: 'session', id } })
  })

export const endMyOtherSessions = (outer: SignedIn): Promise<number> =>
  inTransaction(outer, async (ctx) => {
    const { id, sessionId } = ctx.actor
    const ended = await endSessionsOf(ctx.db, id, sessionId)
    if (ended > 0) await audit(ctx, 'sessions.ended', { subject: { kind: 'account', id }, after: { ended } })
    return ended
  })
