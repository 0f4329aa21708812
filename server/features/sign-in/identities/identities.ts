import type { AccountId, IdentityId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockAccount } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { notifyOwner } from '../owner.ts'
import { identity } from '../tables.ts'
import { findIdentity, findProviderOf, identitiesOf, type Subject } from './identity-queries.ts'
import { isLastWayIn, listWaysIn, requireWayIn } from './ways-in.ts'

/** What people call it: the provider's name, or the host of one that was removed. */
const nameOf = (ctx: Ctx, { adapter, issuer }: Pick<Subject, 'adapter' | 'issuer'>): LocalizedText =>
  findProviderOf(ctx, { adapter, issuer })?.name ?? { 'zh-CN': new URL(issuer).host }

const notifyOfChange = (
  ctx: Ctx,
  accountId: AccountId,
  { change, name }: { change: 'added' | 'removed'; name: LocalizedText },
): Promise<void> =>
  notifyOwner(ctx, accountId, {
    letter: 'wayInChanged',
    content: (locale) => ({ change, name: localize(name, locale).text }),
    notice: change === 'added' ? 'wayInAdded' : 'wayInRemoved',
    values: { name: { inLanguages: name } },
  })

/** Requires a transaction. Whoever has this identity signs in to the account from now on. */
export const linkIdentity = async (ctx: Ctx, accountId: AccountId, subject: Subject): Promise<void> => {
  await lockAccount(ctx, accountId)
  const id = newId<IdentityId>(ctx.now)
  const { adapter, issuer } = subject
  const { rowCount } = await ctx.db
    .insert(identity)
    .values({ id, accountId, adapter, issuer, subject: subject.subject, linkedAt: ctx.now, lastUsedAt: ctx.now })
    .onConflictDoNothing()
  if (rowCount === 0) {
    const owner = await findIdentity(ctx.db, subject)
    if (owner?.accountId === accountId) return
    throw fail('identity.taken')
  }
  await audit(ctx, 'identity.linked', {
    subject: { kind: 'account', id: accountId },
    after: { signInAdapter: adapter, issuer },
  })
  await notifyOfChange(ctx, accountId, { change: 'added', name: nameOf(ctx, subject) })
}

/** False: it was removed, or belongs to another account. */
export const markIdentityUsed = async (ctx: Ctx, id: IdentityId, accountId: AccountId): Promise<boolean> => {
  const { rowCount } = await ctx.db
    .update(identity)
    .set({ lastUsedAt: ctx.now })
    .where(and(eq(identity.id, id), eq(identity.accountId, accountId)))
  return rowCount === 1
}

/** The caller's, with whether each may be removed. */
export const listIdentities = async (ctx: SignedIn, contacts: Parameters<typeof listWaysIn>[1]) => {
  const ways = await listWaysIn(ctx, contacts)
  const rows = await identitiesOf(ctx.db, ctx.actor.id)
  return rows.map((row) => ({
    ...row,
    provider: findProviderOf(ctx, row)?.key ?? null,
    name: nameOf(ctx, row),
    isUsable: findProviderOf(ctx, row)?.isShown === true,
    isLast: ways.length === 0 || isLastWayIn(ways, { kind: 'identity', id: row.id }),
  }))
}

/** Somebody else's identity is not found. */
export const unlinkIdentity = (outer: SignedIn, id: IdentityId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { id: accountId } = ctx.actor
    const account = await lockAccount(ctx, accountId)
    const [removed] = await ctx.db
      .delete(identity)
      .where(and(eq(identity.id, id), eq(identity.accountId, accountId)))
      .returning({ adapter: identity.adapter, issuer: identity.issuer })
    if (!removed) throw fail('identity.notFound')
    await requireWayIn(ctx, account)
    const { adapter, issuer } = removed
    await audit(ctx, 'identity.unlinked', {
      subject: { kind: 'account', id: accountId },
      before: { signInAdapter: adapter, issuer },
    })
    await notifyOfChange(ctx, accountId, { change: 'removed', name: nameOf(ctx, removed) })
  })
