import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { Account } from '../../accounts/service.ts'
import { usablePasskeysOf } from '../passkeys/queries.ts'
import { keysOf } from '../queries.ts'
import { findProviderOf, identitiesOf } from './identity-queries.ts'

/** A way to sign in to an account that works now. `id`: of which there may be several. */
export interface WayIn {
  kind: 'password' | 'code' | 'identity' | 'passkey'
  id?: string
}

type Contacts = Pick<Account, 'id' | 'email' | 'phone'>

/** All of them: whatever is added to the ways to sign in is counted here. */
export const listWaysIn = async (ctx: Ctx, { id, email, phone }: Contacts): Promise<WayIn[]> => {
  const [keys] = await keysOf(ctx.db, id)
  const contacts = [email, phone].filter((contact) => contact !== null)
  const identities = await identitiesOf(ctx.db, id)
  const passkeys = await usablePasskeysOf(ctx.db, ctx.installation, id)
  return [
    ...(keys?.password ? [{ kind: 'password' as const }] : []),
    ...contacts
      .filter((contact) => ctx.installation.channels.includes(channelOf(contact)))
      .map((contact) => ({ kind: 'code' as const, id: contact })),
    ...identities
      .filter((identity) => findProviderOf(ctx, identity)?.isShown)
      .map((identity) => ({ kind: 'identity' as const, id: identity.id })),
    ...passkeys.map((passkey) => ({ kind: 'passkey' as const, id: passkey.id })),
  ]
}

/** Whether another one is left without this one. */
export const isLastWayIn = (ways: readonly WayIn[], leaving: Required<WayIn>): boolean =>
  ways.every(({ kind, id }) => kind === leaving.kind && id === leaving.id)

/**
 * After something was removed with which the owner could sign in, in the same transaction, which has locked the account:
 * refuses if they could not sign in any more.
 */
export const requireWayIn = async (ctx: Ctx, account: Contacts & { id: AccountId }): Promise<void> => {
  if ((await listWaysIn(ctx, account)).length === 0) throw fail('wayIn.last')
}
