import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { outcomeOf, refusalOf, refuseTogether, valueOf, type Refusal } from '../../platform/problems.ts'
import type { Allowance } from '../../platform/throttle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { attempt } from './attempts.ts'
import { notifyOwner } from './owner.ts'
import { hashPassword, newPasswordProblem, setPassword, verifyPassword } from './passwords.ts'
import { keysOf } from './queries.ts'
import { endSessionsOf } from './sessions.ts'

// Apart from the failures at sign-in: a stranger who tries passwords there keeps nobody from changing his own here.
const tries: Allowance = { name: 'own password', burst: 10, refillSeconds: 30 }

/** Who sits at the browser knows the password of the account that is signed in; gives the hash that it was compared with. */
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

/** What is wrong with the half of the form that is filled in as it should be. */
export const findChangeProblems = async (
  ctx: SignedIn,
  { oldPassword, newPassword }: Partial<PasswordChange>,
  about: readonly (string | null)[],
): Promise<readonly Refusal[]> => [
  oldPassword === undefined ? undefined : await refusalOf(requirePassword(ctx, oldPassword, 'oldPassword')),
  newPassword === undefined ? undefined : await newPasswordProblem(newPassword, about),
]

/** All other sessions end: who knew the old password is out. */
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
    // Of two changes from the same old password, the second comes with a password that is old by now.
    const [locked] = await keysOf(ctx.db, id).for('update')
    if (locked?.password !== oldHash) throw fail('password.wrong').at('oldPassword')
    await setPassword(ctx, id, newHash)
    await endSessionsOf(ctx.db, id, sessionId)
    await audit(ctx, 'password.changed', { subject: { kind: 'account', id } })
    await notifyOwner(ctx, id, { letter: 'passwordChanged', notice: 'passwordChanged' })
  })
}
