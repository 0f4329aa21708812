import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { refusalOf, refuseTogether, type Refusal } from '../../platform/problems.ts'
import { takeIfLeft } from '../../platform/throttle.ts'
import { maskContact, setContact, type Account } from '../accounts/service.ts'
import { asWritten } from '../notices/service.ts'
import { queueLetter, reachable } from '../outbox/service.ts'
import { issueCode, redeemCode, requireChannel } from './codes.ts'
import { contactCodesPerAccount } from './limits/limits.ts'
import { requirePassword } from './passwords/own-password.ts'
import { noteForOwner } from './owner.ts'

interface ContactRequest {
  contact: string
  password: string
}

/** Problems of the fields that are valid by themselves. */
export const findContactCodeProblems = async (
  ctx: SignedIn,
  { contact, password }: Partial<ContactRequest>,
): Promise<readonly Refusal[]> => [
  contact === undefined ? undefined : await refusalOf(requireChannel(ctx, contact)),
  password === undefined ? undefined : await refusalOf(requirePassword(ctx, password, 'password')),
]

/** Sends a code to a contact, whoever owns it: the response does not tell whether it has an account. */
export const requestContactCode = async (
  ctx: SignedIn,
  { contact, password }: ContactRequest,
): Promise<{ seconds: number }> => {
  const { id } = ctx.actor
  refuseTogether(ctx, await findContactCodeProblems(ctx, { contact, password }))
  const seconds = await takeIfLeft(ctx.db, ctx.installation.secrets, contactCodesPerAccount, id, ctx.now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  return issueCode(ctx, {
    purpose: 'changeContact',
    target: contact,
    bind: id,
    letterLocale: ctx.locale,
    accountId: id,
  })
}

/** Notifies the replaced contact; if there was none, the other one. */
const notifyOldContact = async (ctx: SignedIn, before: Account, contact: string): Promise<void> => {
  const old = channelOf(contact) === 'mail' ? [before.email, before.phone] : [before.phone, before.email]
  const [to] = reachable(ctx, old)
  if (!to) return
  await queueLetter(ctx, {
    to,
    accountId: before.id,
    locale: before.locale,
    letter: 'contactChanged',
    content: { contact: maskContact(contact) },
  })
}

export const changeContact = (
  outer: SignedIn,
  { contact, code }: { contact: string; code: string },
): Promise<Account> => {
  const { id } = outer.actor
  return redeemCode(outer, { purpose: 'changeContact', target: contact, bind: id, code }, async (ctx) => {
    const { before, after } = await setContact(ctx, id, contact)
    if (after.version !== before.version) {
      await notifyOldContact(ctx, before, contact)
      await noteForOwner(ctx, id, 'contactChanged', { contact: asWritten(maskContact(contact)) })
    }
    return after
  })
}
