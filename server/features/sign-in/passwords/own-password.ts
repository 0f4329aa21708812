import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { outcomeOf, refusalOf, refuseTogether, valueOf, type Refusal } from '../../../platform/problems.ts'
import type { Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { attempt } from '../limits/attempts.ts'
import { notifyOwner } from '../owner.ts'
import { hashPassword, newPasswordProblem, setPassword, verifyPassword } from './passwords.ts'
import { keysOf } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

// Separate from failures at sign-in: a stranger who tries passwords there must not block the owner here.
const tries: Allowance = { name: 'own password', burst: 10, refillSeconds: 30 }

/** Requires the password of the signed-in user; returns the hash that it was compared with. */
export const requirePassword = async (ctx: SignedIn, password: string, field: string): Promise<string> => {
  const { id } = ctx.actor
  const hash = (await keysOf(ctx.db, id))[0]?.password
  if (!hash) throw fail('password.none').at(field)
  return attempt(ctx, tries, id, async () => {
    if (!(await verifyPassword(hash, password))) throw fail('password.wrong').at(field)
    return hash
  })
}

interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/** Problems of the fields that are valid by themselves. */
export const findChangeProblems = async (
  ctx: SignedIn,
  { oldPassword, newPassword }: Partial<PasswordChange>,
  about: readonly (string | null)[],
): Promise<readonly Refusal[]> => [
  oldPassword === undefined ? undefined : await refusalOf(requirePassword(ctx, oldPassword, 'oldPassword')),
  newPassword === undefined ? undefined : await newPasswordProblem(newPassword, about),
]

/** Ends all other sessions: whoever knew the old password is signed out. */
export const changePassword = async (
  outer: SignedIn,
  { oldPassword, newPassword }: PasswordChange,
  about: readonly (string | null)[],
): Promise<void> => {
  const { id, sessionId } = outer.actor
  const old = await outcomeOf(requirePassword(outer, oldPassword, 'oldPassword'))
  const isSame = newPassword === oldPassword
  refuseTogether(outer, [
    'failure' in old ? old.failure : undefined,
    isSame ? fail('password.same').at('newPassword') : await newPasswordProblem(newPassword, about),
  ])
  const oldHash = valueOf(old)
  const newHash = await hashPassword(newPassword)
  await inTransaction(outer, async (ctx) => {
    // Of two parallel changes from the same old password, the second fails.
    const [locked] = await keysOf(ctx.db, id).for('update')
    if (locked?.password !== oldHash) throw fail('password.wrong').at('oldPassword')
    await setPassword(ctx, id, newHash)
    await endSessionsOf(ctx.db, id, sessionId)
    await audit(ctx, 'password.changed', { subject: { kind: 'account', id } })
    await notifyOwner(ctx, id, { letter: 'passwordChanged', notice: 'passwordChanged' })
  })
}
