import { readCurrentUser, readCurrentUserShort } from '@lectern/contract/accounts/accounts.ts'
import { signInByPasskey as signInByPasskeyEndpoint } from '@lectern/contract/sign-in/passkeys.ts'
import * as contract from '@lectern/contract/sign-in/sign-in.ts'
import { fail } from '../../platform/failure.ts'
import type { SessionCookieWriter } from '../../platform/http/handler-input.ts'
import type { Http } from '../../platform/http/serve.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { everyone } from '../../platform/policy.ts'
import { createSignInCounter } from './limits/sign-in-counter.ts'
import { signOut, type Admission } from './limits/admission.ts'
import { findResetProblems, resetPassword } from './passwords/password-reset.ts'
import { presentCurrentUser } from './present.ts'
import { sessionUserOf } from './sessions/session-users.ts'
import { requestChallenge, requestCode, signInByCode, signInByPasskey, signInByPassword } from './sign-in.ts'
import { findSignUpProblems, signUp } from './sign-up.ts'

const welcome = (visit: SessionCookieWriter, { user, session }: Admission) => {
  visit.set(session.token, session.maxAgeSeconds)
  return user
}

export const signInRoutes = ({ serve }: Http, metrics: Pick<Metrics, 'count'>): void => {
  const counted = createSignInCounter(metrics)

  for (const endpoint of [readCurrentUser, readCurrentUserShort]) {
    // Every page asks this when it is opened.
    serve(endpoint, { policy: everyone, limited: false }, async ({ ctx }) => {
      const sessionUser = sessionUserOf(ctx.actor)
      if (!sessionUser) throw fail('session.none')
      return presentCurrentUser(ctx, sessionUser)
    })
  }

  serve(contract.requestChallenge, { policy: everyone }, ({ ctx, body }) => requestChallenge(ctx, body))

  serve(contract.requestCode, { policy: everyone }, ({ ctx, body }) => requestCode(ctx, body))

  serve(
    contract.signUp,
    { policy: everyone, alsoWrong: ({ ctx, body }) => findSignUpProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey, visit }) => welcome(visit, await signUp(ctx, body, idempotencyKey)),
  )

  serve(contract.signIn, { policy: everyone }, async ({ ctx, body, visit }) =>
    welcome(visit, await counted(signInByPassword(ctx, body))),
  )

  serve(contract.signInByCode, { policy: everyone }, async ({ ctx, body, visit }) =>
    welcome(visit, await counted(signInByCode(ctx, body))),
  )

  serve(signInByPasskeyEndpoint, { policy: everyone }, async ({ ctx, body, visit }) =>
    welcome(visit, await counted(signInByPasskey(ctx, body))),
  )

  serve(contract.signOut, { policy: everyone }, async ({ ctx, visit }) => {
    await signOut(ctx)
    visit.clear()
    return {}
  })

  serve(
    contract.resetPassword,
    { policy: everyone, alsoWrong: ({ ctx, body }) => findResetProblems(ctx, body) },
    async ({ ctx, body }) => {
      await resetPassword(ctx, body)
      return {}
    },
  )
}
