import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, inArray, or } from '../../platform/database/drizzle.ts'
import { forgetNetworksOf } from './sessions/known-networks.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import { code, credential, identity, passkey, providerVisit } from './tables.ts'

interface Contacts {
  /** Contacts of the account. */
  own: readonly string[]
  /** Addresses of letters about the account; some may be somebody else's. */
  inLetters: readonly string[]
}

/** Deletes all credentials, in the transaction that deletes the account. */
export const eraseSignIn = async (ctx: Ctx, account: AccountId, { own, inLetters }: Contacts): Promise<void> => {
  await ctx.db.delete(credential).where(eq(credential.accountId, account))
  await ctx.db.delete(identity).where(eq(identity.accountId, account))
  await ctx.db.delete(providerVisit).where(eq(providerVisit.accountId, account))
  await ctx.db.delete(passkey).where(eq(passkey.accountId, account))
  await endSessionsOf(ctx.db, account)
  await forgetNetworksOf(ctx.db, account)
  const mustBeOwn = and(eq(code.purpose, 'changeContact'), inArray(code.target, [...inLetters]))
  await ctx.db.delete(code).where(or(inArray(code.target, [...own]), mustBeOwn))
}
