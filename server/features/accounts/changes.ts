import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, ne, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { dropDuties, whereHolds } from './duties.ts'
import { expertLeaves } from './ports.ts'
import { account, accountColumns, type Account, type NewAccount } from './tables.ts'

/** A deleted account keeps its row. */
const whereNotDeleted = (id: AccountId) => and(eq(account.id, id), ne(account.status, 'deleted'))

/** Locks the account: until the transaction ends nobody else changes it or signs in to it. */
export const lockAccount = async (ctx: Ctx, id: AccountId, version?: number): Promise<Account> => {
  const [row] = await ctx.db.select(accountColumns).from(account).where(whereNotDeleted(id)).for('no key update')
  if (!row) throw fail('account.notFound')
  if (version !== undefined && version !== row.version) throw fail('resource.changed')
  return row
}

/**
 * Keeps an account from being deleted, disabled or changed until the transaction ends; false if it is deleted or disabled already.
 * Accounts are locked before anything else.
 */
export const lockIfActive = async (ctx: Ctx, id: AccountId): Promise<boolean> => {
  const [row] = await ctx.db.select({ status: account.status }).from(account).where(eq(account.id, id)).for('share')
  return row?.status === 'active'
}

/** For a change that would outlive the user's own account, such as joining a team. */
export const lockOwnAccount = async (ctx: SignedIn): Promise<void> => {
  if (!(await lockIfActive(ctx, ctx.actor.id))) throw fail('session.required')
}

export const changeAccount = async (ctx: Ctx, id: AccountId, changes: Partial<NewAccount>): Promise<Account> => {
  const [after] = await ctx.db
    .update(account)
    .set({ ...changes, version: sql`${account.version} + 1`, updatedAt: ctx.now })
    .where(whereNotDeleted(id))
    .returning(accountColumns)
  if (!after) throw fail('account.notFound')
  if (changes.access !== undefined && changes.access !== 'admin') await dropDuties(ctx, id)
  const isConcerned = changes.access !== undefined || changes.status !== undefined
  if (isConcerned && (after.access !== 'expert' || after.status !== 'active'))
    for (const leave of ctx.installation.ports.all(expertLeaves)) await leave(ctx, id)
  return after
}

const whereActiveAdmin = and(eq(account.access, 'admin'), eq(account.status, 'active'))

/**
 * Before an organiser stops looking after people: makes sure that another one does, who can give any duty to anybody.
 * Locks all administrators in one order, before any single account is locked, so that two who remove each other are
 * serialized.
 */
export const requireAnotherForPeople = async (ctx: Ctx, leaving: AccountId): Promise<void> => {
  const admins = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(whereActiveAdmin)
    .orderBy(account.id)
    .for('no key update')
  if (!admins.some(({ id }) => id === leaving)) return
  if (admins.length === 1) throw fail('account.lastAdmin')
  // A statement of its own: it sees what others have committed while this one waited for the locks.
  const [other] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(and(whereHolds(sql`${account}`, 'people'), ne(account.id, leaving)))
    .limit(1)
  if (!other) throw fail('duty.lastPeople')
}

/** Max rows per statement. */
const batch = 1_000

export const addAccounts = async (db: Database, accounts: readonly NewAccount[]): Promise<void> => {
  for (let from = 0; from < accounts.length; from += batch)
    await db.insert(account).values(accounts.slice(from, from + batch))
}
