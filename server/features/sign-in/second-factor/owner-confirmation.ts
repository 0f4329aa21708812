import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { AppError } from '../../../platform/failure.ts'
import { requireOwnPasskey } from '../passkeys/owner-proof.ts'
import { requirePassword } from '../passwords/own-password.ts'
import { sessionUserOf } from '../sessions/session-users.ts'
import { findSecondStep } from './second-step.ts'

interface Factors {
  secondFactor?: string | undefined
  passkey?: Assertion | undefined
}

/**
 * After the password: requires what signing in with it would require, too. A passkey is both factors at once, so that
 * nothing else is needed with it. Must be the last check, because codes and passkeys are used up. `field`: where the form
 * shows that a passkey is required.
 */
export const requireSecondFactor = async (
  ctx: SignedIn,
  { secondFactor, passkey }: Factors,
  field: string,
): Promise<void> => {
  if (passkey) return requireOwnPasskey(ctx, passkey)
  const user = sessionUserOf(ctx.actor)!
  const step = await findSecondStep(ctx, user, { secondFactor }).catch((error: unknown): never => {
    throw error instanceof AppError ? error.at(user.hasSecondFactor ? 'secondFactor' : field) : error
  })
  await step?.verify()
}

/** Requires the owner of the account: their password and second factor, or a passkey. Must be the last check. */
export const requireOwner = async (
  ctx: SignedIn,
  { password, ...factors }: Factors & { password?: string | undefined },
  field: string,
): Promise<void> => {
  if (!factors.passkey) await requirePassword(ctx, password ?? '', field)
  await requireSecondFactor(ctx, factors, field)
}
