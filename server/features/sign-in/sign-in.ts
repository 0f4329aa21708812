import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/sign-in.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { giveConsents, missingConsents } from '../documents/service.ts'
import { admissionOf, openSession, type Admission } from './admission.ts'
import { checkCode, issueCode, spendCode } from './codes.ts'
import { askedStep, countFailure, countedForNetwork, failuresKey, forgiveFailures, takeTry } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { takeProof, writeChallenge } from './proofs.ts'
import { findClaimant, lockPassword, type Claimant } from './queries.ts'
import { verifySecondFactor } from './second-factor.ts'

type FurtherSteps = Pick<BodyOf<typeof contract.signInByCode>, 'remember' | 'secondFactor' | 'consents'>

/**
 * What is left once somebody has shown that an account is his. Whatever is missing is named, and all is sent again with it; so the second
 * factor, which is good once, is used last. `settle` does its part in the transaction that lets him in.
 */
const goOn = async (
  outer: Ctx,
  claimant: Claimant,
  { remember, secondFactor, consents = [] }: FurtherSteps,
  settle: (ctx: Ctx) => Promise<void>,
): Promise<Admission> => {
  const { account, hasSecondFactor } = claimant
  if (account.status !== 'active') throw fail('signIn.disabled')
  if (hasSecondFactor && secondFactor === undefined) throw fail('secondFactor.required')
  const missing = await missingConsents(outer, account.id)
  if (missing.some((id) => !consents.includes(id))) throw fail('consent.required')
  if (hasSecondFactor) await verifySecondFactor(outer, account.id, secondFactor!)
  return inTransaction(outer, async (ctx) => {
    await settle(ctx)
    const { own, session } = await openSession(ctx, claimant, remember)
    if (missing.length > 0) await giveConsents(own, account.id, missing)
    return admissionOf(own, { ...claimant, hasPassword: claimant.password !== null }, session)
  })
}

/** The same answer after the same work, whether nobody is called so, there is no password, or it is another one. */
export const signInByPassword = async (
  ctx: Ctx,
  { identifier, password, proof, ...steps }: BodyOf<typeof contract.signIn>,
): Promise<Admission> => {
  const claimant = await findClaimant(ctx.db, identifier)
  const key = failuresKey(claimant?.account.id, identifier)
  const step = await askedStep(ctx, 'signIn', key)
  if (step !== undefined) await takeProof(ctx, { proof, purpose: 'signIn', step })
  await takeTry(ctx, key)
  const isRight = await verifyPassword(claimant?.password ?? null, password)
  if (!claimant || !isRight) {
    await countFailure(ctx, key)
    throw fail('signIn.wrong').at('password')
  }
  await forgiveFailures(ctx, key)
  return goOn(ctx, claimant, steps, async ({ db }) => {
    // Changed meanwhile: its change has ended all sessions, or will when this one has begun.
    if ((await lockPassword(db, claimant.account.id)) !== claimant.password) throw fail('signIn.wrong').at('password')
  })
}

/** A code that is right but not enough stays good: only who is let in uses it up. */
export const signInByCode = async (
  ctx: Ctx,
  { contact, code, ...steps }: BodyOf<typeof contract.signInByCode>,
): Promise<Admission> => {
  const id = await countedForNetwork(ctx, checkCode(ctx, { purpose: 'signIn', target: contact, code }))
  const claimant = await findClaimant(ctx.db, contact)
  // Since the code was sent the account has been deleted, or has another contact.
  if (!claimant) throw fail('code.wrong').at('code')
  return goOn(ctx, claimant, steps, (inside) => spendCode(inside, id))
}

/** Work that will be enough for the call that is named, as things are now. */
export const requestChallenge = async (
  ctx: Ctx,
  { purpose, identifier }: BodyOf<typeof contract.requestChallenge>,
): Promise<{ challenge: string }> => {
  const claimant = identifier === undefined ? undefined : await findClaimant(ctx.db, identifier)
  const key = identifier === undefined ? undefined : failuresKey(claimant?.account.id, identifier)
  return { challenge: await writeChallenge(ctx, purpose, (await askedStep(ctx, purpose, key)) ?? 0) }
}

export const requestCode = async (
  ctx: Ctx,
  { purpose, contact, proof }: BodyOf<typeof contract.requestCode>,
): Promise<{ seconds: number }> => {
  await takeProof(ctx, { proof, purpose: 'code', step: (await askedStep(ctx, 'code')) ?? 0 })
  const claimant = await findClaimant(ctx.db, contact)
  const issue = { purpose, target: contact, letterLocale: ctx.locale, accountId: claimant?.account.id }
  // Whoever signs up with a contact that is taken learns it when he has shown that the contact is his.
  return issueCode(ctx, { ...issue, hasNoAccount: !claimant && purpose !== 'signUp' })
}
