import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, DocumentId } from '@lectern/contract/ids.ts'
import type { signUp as signUpEndpoint } from '@lectern/contract/sign-in/sign-in.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { outcomeOf, refusalOf, refuseTogether, valueOf, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { createAccount, isUsernameTaken, looksLikeOrganizer, mixesScripts, namesOf } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { consentsToGive, giveConsents } from '../documents/service.ts'
import { asWritten, sendNotice } from '../notices/service.ts'
import { admissionOf, openSession, type Admission } from './limits/admission.ts'
import { checkCode, spendCode } from './codes.ts'
import { askedStep } from './limits/limits.ts'
import { hashPassword, newPasswordProblem, setPassword, verifyPassword } from './passwords/passwords.ts'
import { checkProof, spendProof } from './limits/proofs.ts'
import { findClaimant, insertSpentProof, type Claimant } from './queries.ts'

type Body = BodyOf<typeof signUpEndpoint>

const contactsOf = (contact: string) =>
  channelOf(contact) === 'mail' ? { email: contact, phone: null } : { email: null, phone: contact }

const proofOf = async (ctx: Ctx, proof: string) =>
  checkProof(ctx, { proof, purpose: 'signUp', step: (await askedStep(ctx, 'signUp')) ?? 0 })

const passwordProblem = (password: string, { username = '', contact = '' }: Partial<Body>): Promise<Refusal> =>
  newPasswordProblem(password, namesOf({ username, ...contactsOf(contact) }), 'password')

/** Checks proof, code and password before the transaction: they are slow, or must not be rolled back. */
const judge = async (ctx: Ctx, body: Body) => {
  const { password, contact, code, proof } = body
  const proven = await outcomeOf(proofOf(ctx, proof))
  if ('failure' in proven) return { proven }
  const checked = await outcomeOf(checkCode(ctx, { purpose: 'signUp', target: contact, code }))
  const refused = await passwordProblem(password, body)
  const hash = 'failure' in checked || refused ? undefined : await hashPassword(password)
  return { proven, checked, refused, hash }
}

type Judged = Awaited<ReturnType<typeof judge>>

export const usernameProblem = async ({ db }: Ctx, username: string): Promise<Refusal> => {
  if (await isUsernameTaken(db, username)) return fail('account.usernameTaken').at('username')
  if (mixesScripts(username)) return fail('account.usernameMixed').at('username')
  return (await looksLikeOrganizer(db, username)) ? fail('account.usernameLooksAlike').at('username') : undefined
}

export const consentProblem = (required: readonly DocumentId[], consents: readonly DocumentId[]): Refusal =>
  required.every((document) => consents.includes(document)) ? undefined : fail('consent.required').at('consents')

/**
 * Problems of a form with missing or malformed fields. Whether a name is taken or a code is right is told only for a
 * proof, which is then spent: an incomplete form reveals no more, and costs no less, than a complete one.
 */
export const findSignUpProblems = async (ctx: Ctx, body: Partial<Body>): Promise<readonly Refusal[]> => {
  const { username, password, contact, code, consents, proof } = body
  const checks = [
    password === undefined ? undefined : await passwordProblem(password, body),
    consents && consentProblem(await consentsToGive(ctx), consents),
  ]
  const proven = proof === undefined ? undefined : await outcomeOf(proofOf(ctx, proof))
  if (!proven) return checks
  if ('failure' in proven) {
    // The browser solves the harder challenge by itself and sends the form again.
    if (proven.failure.error === 'proof.required') throw proven.failure
    return checks
  }
  await spendProof(ctx, proven.value)
  return [
    username === undefined ? undefined : await usernameProblem(ctx, username),
    ...checks,
    contact === undefined || code === undefined
      ? undefined
      : await refusalOf(checkCode(ctx, { purpose: 'signUp', target: contact, code })),
  ]
}

/** Requires a transaction, and a contact that is proven. */
export const storeNewAccount = async (
  ctx: Ctx,
  { username, contact }: Pick<Body, 'username' | 'contact'>,
  consents: readonly DocumentId[],
): Promise<AccountId> => {
  const { id, locale, access } = await createAccount(ctx, { username, ...contactsOf(contact), locale: ctx.locale })
  const after = { username, ...contactsOf(contact), locale, access }
  await audit(ctx, 'account.created', { subject: { kind: 'account', id }, after, personal: true })
  await giveConsents(ctx, id, consents)
  await sendNotice(ctx, {
    to: { account: id },
    kind: 'account',
    message: 'welcome',
    values: { name: asWritten(username) },
    link: '/account/Evpi?redirect=/Welcome',
    // The user is on the site at this moment.
    mail: false,
  })
  return id
}

const makeAccount = async (ctx: Ctx, body: Body, { proven, checked, refused, hash }: Judged): Promise<AccountId> => {
  const { username, contact, consents } = body
  await spendProof(ctx, valueOf(proven))
  const taken = await usernameProblem(ctx, username)
  const missing = await consentsToGive(ctx)
  refuseTogether(ctx, [
    taken,
    refused,
    checked && 'failure' in checked ? checked.failure : undefined,
    consentProblem(missing, consents),
  ])
  await spendCode(ctx, valueOf(checked!))
  const id = await storeNewAccount(ctx, { username, contact }, missing)
  await setPassword(ctx, id, hash!)
  return id
}

/**
 * Creates the account once per idempotency key. A repeated request would find its own proof and code used up:
 * therefore their result is evaluated only inside the work, which a repeated request skips.
 */
const createOnce = async (outer: Ctx, body: Body, key: string | undefined) => {
  const judged = await judge(outer, body)
  // Without the password: only its slow hash is ever stored.
  const { username, contact, code, consents } = body
  const call = { scope: 'register', key, input: { username, contact, code, consents } }
  let isNew = false
  try {
    const id = await withIdempotencyKey(outer, call, async (ctx) => {
      isNew = true
      return makeAccount(ctx, body, judged)
    })
    return { id, isNew }
  } catch (error) {
    // The work was rolled back, but the proof stays spent: otherwise it could be used to probe names.
    if ('value' in judged.proven) await insertSpentProof(outer.db, judged.proven.value)
    throw error
  }
}

/** A repeated request gets a session too, if its data is still sufficient to sign in to the account that it created. */
const requireRepeatable = async ({ account, password, hasSecondFactor }: Claimant, input: string): Promise<void> => {
  const isRight = await verifyPassword(password, input)
  if (!isRight || hasSecondFactor) throw fail('request.keyReused')
  if (account.status !== 'active') throw fail('signIn.disabled')
}

export const signUp = async (outer: Ctx, body: Body, key: string | undefined): Promise<Admission> => {
  const { id, isNew } = await createOnce(outer, body, key)
  const claimant = await findClaimant(outer.db, body.contact)
  if (claimant?.account.id !== id) throw fail('request.keyReused')
  if (!isNew) await requireRepeatable(claimant, body.password)
  return inTransaction(outer, async (ctx) => {
    const { own, session } = await openSession(ctx, claimant, { remember: false })
    return admissionOf(own, { ...claimant, hasPassword: true, strong: false }, session)
  })
}
