import type { createMember as createMemberEndpoint } from '@lectern/contract/accounts/accounts.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import {
  addAccounts,
  isUsernameTaken,
  looksLikeOrganizer,
  mixesScripts,
  newOrganiser,
  storeDuties,
} from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { queueLetters, reachable } from '../outbox/service.ts'
import { requireControl } from '../steps/service.ts'
import { takenContacts, type MemberRow } from './queries.ts'
import { requireMember } from './service.ts'
import { retryIfTaken } from '../../platform/database/connect.ts'

type NewMember = BodyOf<typeof createMemberEndpoint>

/** The same rules as at sign-up, but an organiser's own name may look like another organiser's. */
const usernameProblem = async ({ db }: SignedIn, { username, access }: NewMember): Promise<Refusal> => {
  if (await isUsernameTaken(db, username)) return fail('account.usernameTaken').at('username')
  if (mixesScripts(username)) return fail('account.usernameMixed').at('username')
  const isConfusable = access !== 'admin' && (await looksLikeOrganizer(db, username))
  return isConfusable ? fail('account.usernameLooksAlike').at('username') : undefined
}

const contactProblems = async ({ db }: SignedIn, { email, phone }: NewMember): Promise<Refusal[]> => {
  if (email === null && phone === null) return [fail('account.contactNeeded').at('email')]
  const taken = await takenContacts(
    db,
    [email, phone].filter((contact) => contact !== null),
  )
  return [
    email !== null && taken.has(email) ? fail('account.contactTaken').at('email') : undefined,
    phone !== null && taken.has(phone) ? fail('account.contactTaken').at('phone') : undefined,
  ]
}

/** Creates one member without a password: the owner sets one with a code, as the letter explains. */
export const createMember = async (outer: SignedIn, input: NewMember, key: string | undefined): Promise<MemberRow> => {
  const call = { scope: `member.create ${outer.actor.id}`, key, input }
  const { id } = await retryIfTaken(() =>
    withIdempotencyKey(outer, call, async (ctx) => {
      refuseTogether(ctx, [await usernameProblem(ctx, input), ...(await contactProblems(ctx, input))])
      const { username, email, phone, locale, access } = input
      if (access === 'admin') await requireControl(ctx, 'organiserAppointed')
      const newMember = newId<AccountId>(ctx.now)
      const times = { createdAt: ctx.now, updatedAt: ctx.now }
      await addAccounts(ctx.db, [{ ...input, id: newMember, status: 'active', ...times }])
      if (access === 'admin') await storeDuties(ctx, newMember, newOrganiser)
      await audit(ctx, 'account.created', {
        subject: { kind: 'account', id: newMember },
        after: { username, email, phone, access },
        personal: true,
      })
      await queueLetters(
        ctx,
        reachable(ctx, [email, phone]).map((to) => ({
          to,
          accountId: newMember,
          locale,
          letter: 'invited' as const,
          content: { username, link: '/account/reviserPwd' },
        })),
      )
      return { id: newMember }
    }),
  )
  return requireMember(outer, id)
}
