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

/** Requires what only the owner has at hand: their password, or one of their passkeys, which is stronger. */
export const requireOwnerProof = async (outer: SignedIn, { password, passkey }: OwnerProof): Promise<void> => {
  if (!passkey) return void (await requirePassword(outer, password ?? '', 'password'))
  const verified = await countedForNetwork(outer, verifyPasskey(outer, passkey))
  if (verified.accountId !== outer.actor.id) throw fail('passkey.refused')
  await inTransaction(outer, verified.spend)
}
