import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { audit } from '../../audit/service.ts'
import { changeAccount, lockAccount } from '../changes.ts'
import { explainTakenName } from './taken-names.ts'

/** Enough of a contact to recognise one's own, too little to use someone else's. */
export const maskContact = (contact: string): string =>
  channelOf(contact) === 'mail'
    ? `${contact.slice(0, 1)}***${contact.slice(contact.indexOf('@'))}`
    : `${contact.slice(0, 3)}****${contact.slice(-4)}`

/** Sets a confirmed contact on an account; returns the account before and after. Requires a transaction. */
export const setContact = async (ctx: Ctx, id: AccountId, contact: string) => {
  const field = channelOf(contact) === 'mail' ? 'email' : 'phone'
  const before = await lockAccount(ctx, id)
  if (before[field] === contact) return { before, after: before }
  const after = await changeAccount(ctx, id, { [field]: contact }).catch(explainTakenName)
  await audit(ctx, 'account.contactChanged', {
    subject: { kind: 'account', id },
    before: { [field]: before[field] },
    after: { [field]: contact },
    personal: true,
  })
  return { before, after }
}
