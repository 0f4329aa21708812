import { channelOf } from '@lectern/contract/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { signUp as signUpEndpoint } from '@lectern/contract/sign-in.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { once } from '../../platform/idempotency.ts'
import { say } from '../../platform/messages.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { createAccount, isUsernameTaken, looksLikeOrganizer, mixesScripts, namesOf } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { consentsToGive, giveConsents } from '../documents/service.ts'
import { asWritten, sendNotice } from '../notices/service.ts'
import { admissionOf, openSession, type Admission } from './admission.ts'
import { checkCode, spendCode } from './codes.ts'
import { askedStep } from './limits.ts'
import { findPasswordProblem, hashPassword, setPassword, verifyPassword } from './passwords.ts'
import { checkProof, spendProof } from './proofs.ts'
import { findClaimant, insertSpentProof, type Claimant } from './queries.ts'

type Body = BodyOf<typeof signUpEndpoint>

type Outcome<Value> = { value: Value } | { failure: AppError }

/** How an attempt went, to be told later. */
const outcomeOf = async <Value>(attempt: Promise<Value>): Promise<Outcome<Value>> => {
  try {
    return { value: await attempt }
  } catch (error) {
    if (error instanceof AppError) return { failure: error }
    throw error
  }
}

const valueOf = <Value>(outcome: Outcome<Value>): Value => {
  if ('failure' in outcome) throw outcome.failure
  return outcome.value
}

/** All that is wrong with the form at once; one alone speaks for itself. */
const refuseAll = (ctx: Ctx, failures: readonly (AppError | undefined)[]): void => {
  const [first, ...others] = failures.filter((failure) => failure !== undefined)
  if (!first) return
  if (others.length === 0) throw first
  const fields = [first, ...others].map(({ error, field, params }) => ({
    path: field!,
    message: say(ctx.locale, `error.${error}`, params),
  }))
  throw new AppError('request.invalid', {}, fields)
}

const contactsOf = (contact: string) =>
  channelOf(contact) === 'mail' ? { email: contact, phone: null } : { email: null, phone: contact }

/** Proof, code and password, which are judged before the transaction: slowly, or for good. */
const judge = async (ctx: Ctx, { username, password, contact, code, proof }: Body) => {
  const step = (await askedStep(ctx, 'signUp')) ?? 0
  const proven = await outcomeOf(checkProof(ctx, { proof, purpose: 'signUp', step }))
  if ('failure' in proven) return { proven }
  const checked = await outcomeOf(checkCode(ctx, { purpose: 'signUp', target: contact, code }))
  const problem = await findPasswordProblem(password, namesOf({ username, ...contactsOf(contact) }))
  const refused = problem && fail(problem).at('password')
  const hash = 'failure' in checked || refused ? undefined : await hashPassword(password)
  return { proven, checked, refused, hash }
}

type Judged = Awaited<ReturnType<typeof judge>>

const usernameProblem = async ({ db }: Ctx, username: string): Promise<AppError | undefined> => {
  if (await isUsernameTaken(db, username)) return fail('account.usernameTaken').at('username')
  if (mixesScripts(username)) return fail('account.usernameMixed').at('username')
  return (await looksLikeOrganizer(db, username)) ? fail('account.usernameLooksAlike').at('username') : undefined
}

const makeAccount = async (ctx: Ctx, body: Body, { proven, checked, refused, hash }: Judged): Promise<AccountId> => {
  const { username, contact, consents } = body
  await spendProof(ctx, valueOf(proven))
  const taken = await usernameProblem(ctx, username)
  refuseAll(ctx, [taken, refused, checked && 'failure' in checked ? checked.failure : undefined])
  const missing = await consentsToGive(ctx)
  if (missing.some((document) => !consents.includes(document))) throw fail('consent.required')
  await spendCode(ctx, valueOf(checked!))
  const { id, locale, access } = await createAccount(ctx, { username, ...contactsOf(contact), locale: ctx.locale })
  await setPassword(ctx, id, hash!)
  const after = { username, ...contactsOf(contact), locale, access }
  await audit(ctx, 'account.created', { subject: { kind: 'account', id }, after, personal: true })
  await giveConsents(ctx, id, missing)
  await sendNotice(ctx, {
    to: { account: id },
    kind: 'account',
    message: 'welcome',
    values: { name: asWritten(username) },
    link: '/account/Evpi?redirect=/Welcome',
    // Who has just signed up is here.
    mail: false,
  })
  return id
}

/**
 * Makes the account, once for a key. A repeated call finds its proof and its code used up, by itself: so how they were judged is told
 * only by the work, which a repeated call does not do.
 */
const makeOnce = async (outer: Ctx, body: Body, key: string | undefined) => {
  const judged = await judge(outer, body)
  // Without the password: of that nothing is stored but its slow hash.
  const { username, contact, code, consents } = body
  const call = { scope: 'register', key, input: { username, contact, code, consents } }
  let isNew = false
  try {
    const id = await once(outer, call, async (ctx) => {
      isNew = true
      return makeAccount(ctx, body, judged)
    })
    return { id, isNew }
  } catch (error) {
    // The work has been undone, but a proof that was handed in is spent: nobody tries names with it.
    if ('value' in judged.proven) await insertSpentProof(outer.db, judged.proven.value)
    throw error
  }
}

/** Whoever repeats a call gets a session too, if what he sent still is all that it takes to sign in to the account that it made. */
const requireRepeatable = async ({ account, password, hasSecondFactor }: Claimant, given: string): Promise<void> => {
  const isRight = await verifyPassword(password, given)
  if (!isRight || hasSecondFactor) throw fail('request.keyReused')
  if (account.status !== 'active') throw fail('signIn.disabled')
}

export const signUp = async (outer: Ctx, body: Body, key: string | undefined): Promise<Admission> => {
  const { id, isNew } = await makeOnce(outer, body, key)
  const claimant = await findClaimant(outer.db, body.contact)
  if (claimant?.account.id !== id) throw fail('request.keyReused')
  if (!isNew) await requireRepeatable(claimant, body.password)
  return inTransaction(outer, async (ctx) => {
    const { own, session } = await openSession(ctx, claimant, false)
    return admissionOf(own, { ...claimant, hasPassword: true }, session)
  })
}
