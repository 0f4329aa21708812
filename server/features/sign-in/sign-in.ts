import { isContact, plainContact } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { signInByPasskey as signInByPasskeyEndpoint } from '@lectern/contract/sign-in/passkeys.ts'
import type * as contract from '@lectern/contract/sign-in/sign-in.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { giveConsents } from '../documents/service.ts'
import { admissionOf, openSession, type Admission } from './limits/admission.ts'
import { checkCode, issueCode, spendCode } from './codes.ts'
import { findKnownNetwork } from './sessions/known-networks.ts'
import {
  askedStep,
  askedStepOfCode,
  countAttempt,
  countedForNetwork,
  countedName,
  takeAttempt,
  type ProofPurpose,
} from './limits/limits.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { checkProof, takeProof, writeChallenge } from './limits/proofs.ts'
import { verifyPasskey } from './passkeys/assertions.ts'
import { findClaimant, findClaimantById, type Claimant, type Keys } from './queries.ts'
import { findSecondStep } from './second-factor/second-step.ts'

type FurtherSteps = Pick<BodyOf<typeof contract.signInByCode>, 'remember' | 'secondFactor' | 'passkey' | 'consents'>

interface FirstFactor {
  /** It is the second factor, too: a passkey, or a provider that has asked for two. */
  isBoth?: boolean
  /** Runs in the transaction that starts the session, in which the credentials are locked. */
  settle: (ctx: Ctx, keys: Keys | undefined) => Promise<void>
}

/**
 * The remaining checks after the first factor. Whatever is missing is named, and the client sends everything again;
 * therefore the second factor, which works once, is used last.
 */
export const goOn = async (
  outer: Ctx,
  claimant: Claimant,
  { remember, consents = [], ...given }: FurtherSteps,
  { isBoth = false, settle }: FirstFactor,
): Promise<Admission> => {
  const { account, hasSecondFactor, missing } = claimant
  if (account.status !== 'active') throw fail('signIn.disabled')
  const second = isBoth ? undefined : await findSecondStep(outer, claimant, given)
  if (missing.some((id) => !consents.includes(id))) throw fail('consent.required')
  const passkey = await second?.verify()
  return inTransaction(outer, async (ctx) => {
    const strong = isBoth || passkey !== undefined
    const { own, session, keys } = await openSession(ctx, claimant, { remember, strong })
    // Enabled since it was checked.
    if (keys?.hasSecondFactor && !hasSecondFactor && !isBoth) throw fail('secondFactor.required')
    await settle(ctx, keys)
    await passkey?.spend(ctx)
    if (missing.length > 0) await giveConsents(own, account.id, missing)
    return admissionOf(own, { ...claimant, hasPassword: claimant.password !== null, strong }, session)
  })
}

/** The same response after the same work, whether the name is unknown, there is no password, or it is wrong. */
export const signInByPassword = async (
  ctx: Ctx,
  { identifier, password, proof, ...steps }: BodyOf<typeof contract.signIn>,
): Promise<Admission> => {
  const claimant = await findClaimant(ctx.db, identifier)
  const name = countedName(identifier)
  // A request without a required proof leaves no trace: otherwise strangers could fill the table of counters.
  const nextStep = await askedStep(ctx, 'signIn', name)
  if (nextStep !== undefined) await checkProof(ctx, { proof, purpose: 'signIn', step: nextStep })
  const { step, takeBack, succeed } = await countAttempt(ctx, name)
  try {
    if (step !== undefined) await takeProof(ctx, { proof, purpose: 'signIn', step })
    await takeAttempt(ctx, name)
  } catch (error) {
    // No password was checked.
    await takeBack()
    throw error
  }
  const isRight = await verifyPassword(claimant?.password ?? null, password)
  if (!claimant || !isRight) throw fail('signIn.wrong').at('password')
  await succeed()
  return goOn(ctx, claimant, steps, {
    settle: async (_inside, keys) => {
      // Changed meanwhile: that change ends all sessions.
      if (keys?.password !== claimant.password) throw fail('signIn.wrong').at('password')
    },
  })
}

/** A right code stays valid until the sign-in succeeds. */
export const signInByCode = async (
  ctx: Ctx,
  { contact, code, ...steps }: BodyOf<typeof contract.signInByCode>,
): Promise<Admission> => {
  const id = await countedForNetwork(ctx, checkCode(ctx, { purpose: 'signIn', target: contact, code }))
  const claimant = await findClaimant(ctx.db, contact)
  // Since the code was sent, the account was deleted or has another contact.
  if (!claimant) throw fail('code.wrong').at('code')
  return goOn(ctx, claimant, steps, { settle: (inside) => spendCode(inside, id) })
}

/** Who it is, is only known from the passkey. Its answer stays valid until the sign-in succeeds. */
export const signInByPasskey = async (
  ctx: Ctx,
  { passkey, ...steps }: BodyOf<typeof signInByPasskeyEndpoint>,
): Promise<Admission> => {
  const { accountId, spend } = await countedForNetwork(ctx, verifyPasskey(ctx, passkey))
  const claimant = await findClaimantById(ctx.db, accountId)
  if (!claimant) throw fail('passkey.unknown')
  return goOn(ctx, claimant, steps, { isBoth: true, settle: spend })
}

/** A challenge that is sufficient for this purpose at the moment. */
export const requestChallenge = async (
  ctx: Ctx,
  { purpose, identifier }: BodyOf<typeof contract.requestChallenge>,
): Promise<{ challenge: string }> => {
  return { challenge: await writeChallenge(ctx, purpose, await stepNow(ctx, purpose, identifier)) }
}

const stepNow = async (ctx: Ctx, purpose: ProofPurpose, identifier: string | undefined): Promise<number> => {
  const contact = purpose === 'code' && identifier !== undefined ? plainContact(identifier) : undefined
  if (contact !== undefined && isContact(contact)) {
    const claimant = await findClaimant(ctx.db, contact)
    return askedStepOfCode(ctx, { target: contact, network: await findKnownNetwork(ctx, claimant?.account.id) })
  }
  const name = identifier === undefined ? undefined : countedName(identifier)
  return (await askedStep(ctx, purpose, name)) ?? 0
}

export const requestCode = async (
  ctx: Ctx,
  { purpose, contact, proof }: BodyOf<typeof contract.requestCode>,
): Promise<{ seconds: number }> => {
  const claimant = await findClaimant(ctx.db, contact)
  const network = await findKnownNetwork(ctx, claimant?.account.id)
  const step = await askedStepOfCode(ctx, { target: contact, purpose, network })
  await takeProof(ctx, { proof, purpose: 'code', step })
  const issue = { purpose, target: contact, letterLocale: ctx.locale, accountId: claimant?.account.id, network }
  // That a contact is taken is told only after its owner has entered the code.
  return issueCode(ctx, { ...issue, hasNoAccount: !claimant && purpose !== 'signUp' })
}
