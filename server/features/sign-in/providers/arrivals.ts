import { isEmail, plainEmail } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/sign-in/provider-sign-in.ts'
import { ProviderError, type ProviderAnswer } from '../../../adapters/sign-in/sign-in.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import type { SignInProvider } from '../../../platform/sign-in-provider.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { findIdentity, type Subject } from '../identities/identity-queries.ts'
import { linkIdentity, markIdentityUsed } from '../identities/identities.ts'
import type { Admission } from '../limits/admission.ts'
import { providerTried } from './ports.ts'
import { findClaimant, findClaimantById } from '../queries.ts'
import { sessionUserOf } from '../sessions/session-users.ts'
import { goOn } from '../sign-in.ts'
import { checkAnswer } from './checked-answer.ts'
import { callbackOf, errorOf, requireProvider } from './departures.ts'
import {
  claimVisit,
  isAnswered,
  keepAnswer,
  requireVisit,
  spendVisit,
  type AnsweredVisit,
  type Ticket,
  type Visit,
} from './visits.ts'

type Steps = Pick<BodyOf<typeof contract.arriveFromProvider>, 'secondFactor' | 'passkey' | 'consents'>

export const subjectOf = ({ adapter }: SignInProvider, { issuer, subject }: ProviderAnswer): Subject => ({
  adapter,
  issuer,
  subject,
})

/** The address, if it can be one of an account here. */
export const addressOf = ({ email }: ProviderAnswer): string | null => {
  const address = email === null || email.length > 254 ? '' : plainEmail(email)
  return isEmail(address) ? address : null
}

/** Whether organisers and provider vouch for the address. What the provider calls unconfirmed stays so. */
export const isAddressConfirmed = ({ trustsEmail }: SignInProvider, { isEmailConfirmed }: ProviderAnswer): boolean =>
  trustsEmail && isEmailConfirmed !== false

const isStrong = ({ secondFactorValues }: SignInProvider, { methods }: ProviderAnswer): boolean =>
  secondFactorValues.some((value) => methods.includes(value))

/** Asks the provider once. Whatever goes wrong ends the visit. */
const receive = async (
  ctx: Ctx,
  provider: SignInProvider,
  visit: Visit,
  { answer, state }: { answer: URLSearchParams; state: string },
): Promise<AnsweredVisit> => {
  await claimVisit(ctx, visit)
  const received = await ctx.installation.signInAdapters[provider.adapter].receive(provider, {
    callback: callbackOf(ctx, provider),
    state,
    answer,
    kept: visit.kept,
  })
  return keepAnswer(ctx, visit, checkAnswer(received))
}

const signInAs = async (
  ctx: Ctx,
  provider: SignInProvider,
  visit: AnsweredVisit,
  steps: Steps,
): Promise<Admission | undefined> => {
  const subject = subjectOf(provider, visit.answer)
  const identity = await findIdentity(ctx.db, subject)
  const claimant = identity && (await findClaimantById(ctx.db, identity.accountId))
  if (!identity || !claimant) return undefined
  const { remember } = visit
  return goOn(
    ctx,
    claimant,
    { ...steps, remember },
    {
      isBoth: isStrong(provider, visit.answer),
      settle: async (inside) => {
        // Removed meanwhile.
        if (!(await markIdentityUsed(inside, identity.id, claimant.account.id))) throw fail('visit.over')
        await spendVisit(inside, visit)
      },
    },
  )
}

const describeUnknown = async (ctx: Ctx, provider: SignInProvider, { answer }: AnsweredVisit) => {
  const email = addressOf(answer)
  const isVouchedFor = answer.isEmailConfirmed === true || isAddressConfirmed(provider, answer)
  return {
    provider: localize(provider.name, ctx.locale).text,
    name: answer.name,
    email,
    isEmailConfirmed: email !== null && isAddressConfirmed(provider, answer),
    hasAccount: email !== null && isVouchedFor && (await findClaimant(ctx.db, email)) !== undefined,
    maySignUp: provider.allowsSignUp,
  }
}

const nobody = { issuer: null, subject: null, email: null, isEmailConfirmed: null, name: null, methods: [] }

const describeTrial = (ctx: Ctx, provider: SignInProvider, answer: ProviderAnswer | ProviderError): contract.Trial => {
  if (!(answer instanceof ProviderError))
    return { failure: null, ...answer, methods: [...answer.methods], countsAsSecondFactor: isStrong(provider, answer) }
  const { failure: name, message: detail } = answer
  const message = t(ctx.locale, `provider.failure.${name}`)
  return { failure: { name, message, detail: detail.slice(0, 300) }, ...nobody, countsAsSecondFactor: false }
}

/** For the organiser who began it. */
const finishTrial = async (ctx: Ctx, provider: SignInProvider, visit: Visit, pending: Promise<AnsweredVisit>) => {
  try {
    const answered = await pending
    await inTransaction(ctx, async (inside) => {
      await spendVisit(inside, visit)
      await ctx.installation.ports.use(providerTried)(inside, provider.key)
    })
    return describeTrial(ctx, provider, answered.answer)
  } catch (error) {
    if (error instanceof ProviderError) return describeTrial(ctx, provider, error)
    throw error
  }
}

/** Nobody links into, or tries for, somebody else's account. */
const requireOwner = (ctx: Ctx, { accountId }: Visit): SignedIn => {
  if (ctx.actor.kind !== 'account' || ctx.actor.id !== accountId) throw fail('visit.otherAccount')
  return { ...ctx, actor: ctx.actor }
}

export interface Arrived {
  outcome: 'signedIn' | 'linked' | 'tried' | 'unknown'
  redirect: string | null
  admission?: Admission
  trial?: contract.Trial
  unknown?: contract.UnknownIdentity
}

export const arriveFromProvider = async (
  ctx: Ctx,
  { key, browser }: { key: string; browser: string | undefined },
  { answer: pairs, ...steps }: BodyOf<typeof contract.arriveFromProvider>,
): Promise<Arrived> => {
  const answer = new URLSearchParams(pairs)
  const state = answer.get('state')
  const visit = await requireVisit(ctx, { browser, state })
  // Answers of one provider are not accepted for another.
  if (visit.provider !== key) throw fail('visit.over')
  const provider = requireProvider(ctx, key)
  const { redirect } = visit
  if (visit.purpose !== 'signIn') requireOwner(ctx, visit)
  if (visit.purpose !== 'try' && !provider.isShown) throw fail('provider.notFound')
  const pending = isAnswered(visit) ? Promise.resolve(visit) : receive(ctx, provider, visit, { answer, state: state! })
  if (visit.purpose === 'try')
    return { outcome: 'tried', redirect, trial: await finishTrial(ctx, provider, visit, pending) }
  const answered = await pending.catch((error: unknown): never => {
    throw errorOf(error)
  })
  if (visit.purpose === 'link') {
    await inTransaction(requireOwner(ctx, visit), async (inside) => {
      await spendVisit(inside, visit)
      await linkIdentity(inside, inside.actor.id, subjectOf(provider, answered.answer))
    })
    return { outcome: 'linked', redirect }
  }
  const admission = await signInAs(ctx, provider, answered, steps)
  if (admission) return { outcome: 'signedIn', redirect, admission }
  return { outcome: 'unknown', redirect, unknown: await describeUnknown(ctx, provider, answered) }
}

/** A visit of somebody whom nobody knows yet. */
export const requireUnknown = async (ctx: Ctx, ticket: Ticket) => {
  const visit = await requireVisit(ctx, ticket)
  if (visit.purpose !== 'signIn' || !isAnswered(visit)) throw fail('visit.over')
  const provider = requireProvider(ctx, visit.provider)
  if (!provider.isShown) throw fail('provider.notFound')
  return { visit, provider }
}

/**
 * Links to the account that the person has proved to be theirs: with its password or a code, since they came back from the
 * provider. An older session may be somebody else's.
 */
export const linkArrival = async (outer: SignedIn, ticket: Ticket): Promise<{ redirect: string | null }> => {
  const { visit, provider } = await requireUnknown(outer, ticket)
  if (sessionUserOf(outer.actor)!.createdAt < visit.answeredAt) throw fail('session.tooOld')
  await inTransaction(outer, async (ctx) => {
    await spendVisit(ctx, visit)
    await linkIdentity(ctx, ctx.actor.id, subjectOf(provider, visit.answer))
  })
  return { redirect: visit.redirect }
}
