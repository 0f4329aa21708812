import type { AccountStatus } from '@lectern/contract/accounts/account-values.ts'
import type { listUsers } from '@lectern/contract/accounts/accounts.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { changeAccount, requireAnotherForPeople, lockAccount, maskContact, type Account } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { queueLetter, reachable } from '../outbox/service.ts'
import { dropSecondFactor, endSessionsOf } from '../sign-in/service.ts'
import { ownActivities, type OwnActivities } from '../steps/service.ts'
import {
  contestOf,
  countMembers,
  findMember,
  memberPage,
  pageOfAllMembers,
  takenContacts,
  type MemberRow,
} from './queries.ts'
import { retryIfTaken } from '../../platform/database/connect.ts'

/** With the activities in which the organiser takes part. */
export const listMembers = async (
  ctx: SignedIn,
  query: QueryOf<typeof listUsers>,
): Promise<{ members: Page<MemberRow>; own: OwnActivities }> => {
  const { page, pageSize, sort, ...filter } = query
  const isFiltered = Object.values(filter).some(Boolean)
  if (!isFiltered) {
    const reader = { reader: ctx.actor.id, now: ctx.now }
    const { list, total, own } = await pageOfAllMembers(ctx.db, sort, { page, pageSize }, reader)
    if (total !== undefined) return { members: { list, total, page, pageSize }, own }
  }
  const total = await countMembers(ctx.db, filter)
  const hasIndex = !filter.search && sort.endsWith('createdAt')
  const isFew = !hasIndex && total <= exactTotalLimit
  const list = await memberPage(ctx.db, filter, sort, { page, pageSize }, isFew)
  return { members: { list, total, page, pageSize }, own: await ownActivities(ctx) }
}

export const listContest = async (ctx: Ctx, id: AccountId) => {
  await requireMember(ctx, id)
  return contestOf(ctx.db, id)
}

export const requireMember = async (ctx: Ctx, id: AccountId): Promise<MemberRow> => {
  const row = await findMember(ctx.db, id)
  if (!row) throw fail('account.notFound')
  return row
}

/**
 * Organisers cannot change this for themselves: somebody at their open browser could take over the account for good.
 */
const refuseOwn = ({ actor }: SignedIn, id: AccountId, field: string): void => {
  if (actor.id === id) throw fail('account.ownAccess').at(field)
}

export const setStatus = (outer: SignedIn, id: AccountId, status: AccountStatus, version: number): Promise<MemberRow> =>
  inTransaction(outer, async (ctx) => {
    refuseOwn(ctx, id, 'status')
    if (status === 'disabled') await requireAnotherForPeople(ctx, id)
    const before = await lockAccount(ctx, id, version)
    if (before.status !== status) {
      await changeAccount(ctx, id, { status })
      if (status === 'disabled') await endSessionsOf(ctx.db, id)
      await audit(ctx, status === 'disabled' ? 'account.disabled' : 'account.enabled', {
        subject: { kind: 'account', id },
        before: { status: before.status },
        after: { status },
        personal: true,
      })
    }
    return requireMember(ctx, id)
  })

interface Contacts {
  email: string | null
  phone: string | null
}

const refuseTaken = async (ctx: Ctx, before: Contacts, after: Contacts): Promise<void> => {
  const fields = (['email', 'phone'] as const).filter((field) => after[field] !== before[field])
  const taken = await takenContacts(
    ctx.db,
    fields.map((field) => after[field]).filter((contact) => contact !== null),
  )
  const field = fields.find((name) => taken.has(after[name] ?? ''))
  if (field) throw fail('account.contactTaken').at(field)
}

/** The old contacts are notified too: somebody else may have made the change. */
const notifyOldContacts = async (ctx: Ctx, { id, locale, ...before }: Account, after: Contacts): Promise<void> => {
  const added = [after.email !== before.email && after.email, after.phone !== before.phone && after.phone]
  const named = [...added, after.email, after.phone].find(Boolean)
  const content = { contact: named ? maskContact(named) : '' }
  for (const to of reachable(ctx, [before.email, before.phone]))
    await queueLetter(ctx, { to, accountId: id, locale, letter: 'contactChanged', content })
}

export const setContacts = (
  outer: SignedIn,
  id: AccountId,
  { version, ...contacts }: Contacts & { version: number },
): Promise<MemberRow> =>
  retryIfTaken(() =>
    inTransaction(outer, async (ctx) => {
      refuseOwn(ctx, id, 'email')
      const before = await lockAccount(ctx, id, version)
      const { email, phone } = before
      if (email === contacts.email && phone === contacts.phone) return requireMember(ctx, id)
      if ((email ?? phone) !== null && (contacts.email ?? contacts.phone) === null)
        throw fail('account.contactNeeded').at(email === null ? 'phone' : 'email')
      await refuseTaken(ctx, before, contacts)
      await changeAccount(ctx, id, contacts)
      await audit(ctx, 'account.contactChanged', {
        subject: { kind: 'account', id },
        before: { email, phone },
        after: { ...contacts },
        personal: true,
      })
      await notifyOldContacts(ctx, before, contacts)
      return requireMember(ctx, id)
    }),
  )

export const endSessions = (outer: Ctx, id: AccountId): Promise<{ ended: number }> =>
  inTransaction(outer, async (ctx) => {
    await lockAccount(ctx, id)
    const ended = await endSessionsOf(ctx.db, id)
    if (ended > 0) await audit(ctx, 'sessions.ended', { subject: { kind: 'account', id }, after: { ended } })
    return { ended }
  })

export const resetSecondFactor = (outer: SignedIn, id: AccountId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    refuseOwn(ctx, id, 'secondFactor')
    await lockAccount(ctx, id)
    if (!(await dropSecondFactor(ctx, id))) throw fail('secondFactor.none')
  })
