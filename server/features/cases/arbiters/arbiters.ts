import type { AccountId, ArbiterId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { alias, and, asc, eq, isNull, ne, not, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permit, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockAccount, whereHolds } from '../../accounts/service.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { whereNotOver, whereTakesPart } from '../../teams/service.ts'
import { arbiter } from '../tables.ts'

const whereCurrent = isNull(arbiter.endedAt)
const whereOrganiser = whereHolds(sql`${account}`, 'contest')

export const shownName = sql<string>`coalesce(nullif(${account.realName}, ''), nullif(${account.nickname}, ''), ${account.username})`

const appointer = alias(account, 'appointer')

/** Few rows. An arbiter who does not look after the contest any more is none. */
export const currentArbiters = (db: Database) =>
  db
    .select({
      id: arbiter.id,
      uid: account.id,
      username: account.username,
      name: shownName,
      appointedAt: arbiter.appointedAt,
      appointedBy: appointer.username,
    })
    .from(arbiter)
    .innerJoin(account, eq(account.id, arbiter.accountId))
    .leftJoin(appointer, and(eq(appointer.id, arbiter.appointedBy), eq(appointer.status, 'active')))
    .where(and(whereCurrent, whereOrganiser))
    .orderBy(asc(arbiter.appointedAt), asc(arbiter.id))

/** Whether another organiser could appoint arbiters: one who takes part in no activity that is not over. */
const hasOtherAppointer = async ({ db, actor, now }: SignedIn): Promise<boolean> => {
  const takesPart = sql`exists (
    select from activity
    where ${whereNotOver(sql`activity`)} and ${whereTakesPart(sql`account.id`, sql`activity.id`, now)}
  )`
  const [other] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(whereOrganiser, ne(account.id, actor.id), not(takesPart)))
    .limit(1)
  return other !== undefined
}

/** Nobody makes themselves an arbiter, except where nobody else could. */
const mayAppoint = (who: AccountId, appointed: AccountId, hasOther: boolean): Verdict =>
  who === appointed && hasOther ? refuse('arbiter.ownAppointment') : permitted

export const listArbiters = async (ctx: SignedIn) => {
  const list = await currentArbiters(ctx.db)
  const organisers = await ctx.db
    .select({ uid: account.id, username: account.username, name: shownName })
    .from(account)
    .where(whereOrganiser)
    .orderBy(asc(account.username))
  const hasOther = await hasOtherAppointer(ctx)
  const candidates = organisers
    .filter(({ uid }) => list.every((one) => one.uid !== uid))
    .map((person) => ({ ...person, verdict: mayAppoint(ctx.actor.id, person.uid, hasOther) }))
  return { list, candidates }
}

export const appointArbiter = (outer: SignedIn, uid: AccountId): Promise<ArbiterId> =>
  inTransaction(outer, async (ctx) => {
    await lockAccount(ctx, uid)
    const isOrganiser = (await ctx.db.$count(account, and(eq(account.id, uid), whereOrganiser))) > 0
    if (!isOrganiser) throw fail('arbiter.notOrganiser').at('uid')
    permit(mayAppoint(ctx.actor.id, uid, await hasOtherAppointer(ctx)))
    const id = newId<ArbiterId>(ctx.now)
    const { rowCount } = await ctx.db
      .insert(arbiter)
      .values({ id, accountId: uid, appointedBy: ctx.actor.id, appointedAt: ctx.now })
      .onConflictDoNothing()
    if (rowCount === 0) throw fail('arbiter.appointed').at('uid')
    await audit(ctx, 'arbiter.appointed', { subject: { kind: 'account', id: uid } })
    return id
  })

export const endArbiter = (outer: SignedIn, id: ArbiterId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const [ended] = await ctx.db
      .update(arbiter)
      .set({ endedAt: ctx.now, endedBy: ctx.actor.id })
      .where(and(eq(arbiter.id, id), whereCurrent))
      .returning({ accountId: arbiter.accountId })
    if (!ended) throw fail('arbiter.notFound')
    await audit(ctx, 'arbiter.ended', { subject: { kind: 'account', id: ended.accountId } })
  })

/** Those who are notified of a new case. Whoever is concerned by it sees its number, as every organiser does. */
export const arbiterIds = async ({ db }: Pick<Ctx, 'db'>): Promise<AccountId[]> =>
  (await currentArbiters(db)).map(({ uid }) => uid)
