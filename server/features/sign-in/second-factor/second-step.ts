import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { VerifiedPasskey } from '../passkeys/assertions.ts'
import { usablePasskeysOf } from '../passkeys/queries.ts'
import type { Claimant } from '../queries.ts'
import { needsSecondFactor } from '../sessions/sessions.ts'
import { verifyPasskeyOf, verifySecondFactor } from './second-factor.ts'

interface Given {
  secondFactor?: string | undefined
  passkey?: Assertion | undefined
}

interface SecondStep {
  /** Uses up a code; of a passkey only the answer is checked. Must run outside transactions. */
  verify: () => Promise<VerifiedPasskey | undefined>
}

/**
 * The second step of a sign-in by password or code, or the error that names what is missing; undefined: none is needed. A
 * passkey does in the place of a code. It is asked for by itself only where organisers require a second factor: for others
 * a password is enough, because browsers inside apps have no passkeys.
 */
export const findSecondStep = async (
  ctx: Ctx,
  { account, hasSecondFactor }: Pick<Claimant, 'account' | 'hasSecondFactor'>,
  { secondFactor, passkey }: Given,
): Promise<SecondStep | undefined> => {
  const isDemanded = needsSecondFactor(account.access, ctx.installation.office)
  if (!hasSecondFactor && !isDemanded) return undefined
  const hasPasskey = (await usablePasskeysOf(ctx.db, ctx.installation, account.id)).length > 0
  if (hasPasskey && passkey) return { verify: () => verifyPasskeyOf(ctx, account.id, passkey) }
  if (!hasSecondFactor) {
    if (hasPasskey) throw fail('passkey.required')
    return undefined
  }
  if (secondFactor === undefined) throw fail(hasPasskey ? 'secondFactor.orPasskey' : 'secondFactor.required')
  return {
    verify: async () => {
      await verifySecondFactor(ctx, account.id, secondFactor)
      return undefined
    },
  }
}
