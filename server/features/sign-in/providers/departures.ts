import { ProviderError, type ProviderFailure } from '../../../adapters/sign-in/sign-in.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail, type AppError } from '../../../platform/failure.ts'
import type { SignInProvider } from '../../../platform/sign-in-provider.ts'
import { networkOf, takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { requirePassword } from '../passwords/own-password.ts'
import { sessionUserOf } from '../sessions/session-users.ts'
import { newState, openVisit } from './visits.ts'

/** A whole school may share one network. */
const departures: Allowance = { name: 'departures to providers', burst: 200, refillSeconds: 3 }

/** Whoever has no password shows that they are there by having signed in just now. */
const freshMilliseconds = 15 * 60_000

/** The provider's page to come back to. */
export const callbackOf = ({ installation }: Ctx, { key }: SignInProvider): URL =>
  new URL(`${installation.address}/account/SignIn/${key}`)

export const requireProvider = ({ installation }: Ctx, key: string): SignInProvider => {
  const provider = installation.signInProviders.find((candidate) => candidate.key === key)
  if (!provider) throw fail('provider.notFound')
  return provider
}

const requireShown = (ctx: Ctx, key: string): SignInProvider => {
  const provider = requireProvider(ctx, key)
  if (!provider.isShown) throw fail('provider.notFound')
  return provider
}

const errors = {
  unreachable: 'provider.unavailable',
  slow: 'provider.unavailable',
  invalid: 'provider.broken',
  refused: 'provider.broken',
  cancelled: 'provider.cancelled',
  mismatch: 'visit.over',
} as const satisfies Record<ProviderFailure, string>

/** What somebody is told who wants to sign in; organisers learn more when they try it. */
export const errorOf = (error: unknown): unknown =>
  error instanceof ProviderError ? fail(errors[error.failure]) : error

/** For organisers: what went wrong, and what the provider said. */
export const explainProviderFailure = (error: unknown): { name: ProviderFailure; detail: string } | undefined =>
  error instanceof ProviderError ? { name: error.failure, detail: error.message.slice(0, 300) } : undefined

interface Going {
  purpose: 'signIn' | 'link' | 'try'
  browser: string
  remember?: boolean
  redirect: string | null
}

/** Where the browser goes. What the provider's answer is checked against stays here. */
const depart = async (
  ctx: Ctx,
  provider: SignInProvider,
  { purpose, browser, remember = false, redirect }: Going,
): Promise<{ to: string }> => {
  const { secrets } = ctx.installation
  const seconds = await takeIfLeft(ctx.db, secrets, departures, networkOf(ctx.caller.address), ctx.now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  const state = newState()
  const { to, kept } = await ctx.installation.signInAdapters[provider.adapter].depart(provider, {
    callback: callbackOf(ctx, provider),
    state,
  })
  const accountId = ctx.actor.kind === 'account' && purpose !== 'signIn' ? ctx.actor.id : null
  await openVisit(ctx, { browser, state, purpose, provider: provider.key, accountId, redirect, remember, kept })
  return { to: to.href }
}

const explained = async <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown): never => {
    throw errorOf(error) as AppError
  })

export const departToSignIn = (
  ctx: Ctx,
  key: string,
  { browser, remember, redirect }: { browser: string; remember: boolean; redirect: string | null },
): Promise<{ to: string }> =>
  explained(depart(ctx, requireShown(ctx, key), { purpose: 'signIn', browser, remember, redirect }))

/** Whoever finds an open browser must not add a way in of their own. */
export const departToLink = async (
  ctx: SignedIn,
  key: string,
  { browser, password }: { browser: string; password: string | undefined },
): Promise<{ to: string }> => {
  const { hasPassword, createdAt } = sessionUserOf(ctx.actor)!
  if (hasPassword) await requirePassword(ctx, password ?? '', 'password')
  else if (ctx.now.getTime() - createdAt.getTime() > freshMilliseconds) throw fail('session.tooOld')
  const redirect = '/account/settings?tab=security'
  return explained(depart(ctx, requireShown(ctx, key), { purpose: 'link', browser, redirect }))
}

/** Also of a provider that nobody else sees yet. Failures are told as they are. */
export const departToTry = (ctx: SignedIn, key: string, browser: string): Promise<{ to: string }> =>
  depart(ctx, requireProvider(ctx, key), { purpose: 'try', browser, redirect: '/Admin/Setting?tab=signIn' })
