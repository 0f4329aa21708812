import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { countedForNetwork } from '../limits/limits.ts'
import { requirePassword } from '../passwords/own-password.ts'
import { verifyPasskey } from './assertions.ts'

export interface OwnerProof {
  password?: string | undefined
  passkey?: Assertion | undefined
}

/** Requires an answer of one of the caller's passkeys, and uses it up. */
export const requireOwnPasskey = async (outer: SignedIn, passkey: Assertion): Promise<void> => {
  const verified = await countedForNetwork(outer, verifyPasskey(outer, passkey))
  if (verified.accountId !== outer.actor.id) throw fail('passkey.refused')
  await inTransaction(outer, verified.spend)
}

/** Requires what only the owner has at hand: their password, or one of their passkeys, which is stronger. */
export const requireOwnerProof = async (ctx: SignedIn, { password, passkey }: OwnerProof): Promise<void> => {
  if (passkey) await requireOwnPasskey(ctx, passkey)
  else await requirePassword(ctx, password ?? '', 'password')
}
