import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { resetPassword as resetPasswordEndpoint } from '@lectern/contract/sign-in/sign-in.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { outcomeOf, refusalOf, refuseTogether, valueOf, type Refusal } from '../../../platform/problems.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { namesOf, type Account } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { queueLetter, reachable } from '../../outbox/service.ts'
import { checkCode, spendCode } from '../codes.ts'
import { countedForNetwork } from '../limits/limits.ts'
import { noteForOwner } from '../owner.ts'
import { checkNewPassword, hashPassword, newPasswordProblem, setPassword } from './passwords.ts'
import { findClaimant, lockActiveAccount } from '../queries.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

/** The holder of one contact may not be the owner: all contacts are notified. */
const notifyEverywhere = async (ctx: Ctx, { id, email, phone, locale }: Account): Promise<void> => {
  await noteForOwner(ctx, id, 'passwordChanged')
  for (const to of reachable(ctx, [email, phone]))
    await queueLetter(ctx, { to, accountId: id, locale, letter: 'passwordChanged' })
}

type Body = BodyOf<typeof resetPasswordEndpoint>

/** Only the contact of the caller is known: a password that consists of it is refused before the code is checked. */
const problemFor = (newPassword: string, contact: string | undefined): Promise<Refusal> =>
  newPasswordProblem(newPassword, contact === undefined ? [] : [contact])

const tryCode = (ctx: Ctx, contact: string, code: string) =>
  countedForNetwork(ctx, checkCode(ctx, { purpose: 'resetPassword', target: contact, code }))

/** Problems of the fields that are valid by themselves. */
export const findResetProblems = async (
  ctx: Ctx,
  { contact, code, newPassword }: Partial<Body>,
): Promise<readonly Refusal[]> => [
  contact === undefined || code === undefined ? undefined : await refusalOf(tryCode(ctx, contact, code)),
  newPassword === undefined ? undefined : await problemFor(newPassword, contact),
]

/** Sets a new password with a code. A right code stays valid until a password is accepted with it. */
export const resetPassword = async (outer: Ctx, { contact, code, newPassword }: Body): Promise<void> => {
  const checked = await outcomeOf(tryCode(outer, contact, code))
  if ('failure' in checked) refuseTogether(outer, [checked.failure, await problemFor(newPassword, contact)])
  const codeId = valueOf(checked)
  const claimant = await findClaimant(outer.db, contact)
  if (!claimant) throw fail('code.wrong').at('code')
  const { account } = claimant
  if (account.status !== 'active') throw fail('signIn.disabled')
  await checkNewPassword(newPassword, namesOf(account), 'newPassword')
  const hash = await hashPassword(newPassword)
  await inTransaction(outer, async (ctx) => {
    await lockActiveAccount(ctx.db, account.id)
    await spendCode(ctx, codeId)
    await setPassword(ctx, account.id, hash)
    await endSessionsOf(ctx.db, account.id)
    await audit(ctx, 'password.reset', { subject: { kind: 'account', id: account.id } })
    await notifyEverywhere(ctx, account)
  })
}
