import * as contract from '@lectern/contract/sign-in/provider-sign-in.ts'
import type { Http } from '../../../platform/http/serve.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { everyone, signedIn } from '../../../platform/policy.ts'
import { createSignInCounter } from '../limits/sign-in-counter.ts'
import { arriveFromProvider, linkArrival } from './arrivals.ts'
import { departToLink, departToSignIn } from './departures.ts'
import { signUpFromProvider } from './new-account.ts'

/** Sign-in through providers: there, back, and what follows for those who have no account yet. */
export const providerRoutes = ({ serve }: Http, metrics: Pick<Metrics, 'count'>): void => {
  const counted = createSignInCounter(metrics)

  serve(contract.departToProvider, { policy: everyone }, ({ ctx, params, body, visit }) =>
    departToSignIn(ctx, params.key, { ...body, browser: visit.browser() }),
  )

  serve(contract.departToLink, { policy: signedIn }, ({ ctx, params, body, visit }) =>
    departToLink(ctx, params.key, { password: body.password, browser: visit.browser() }),
  )

  serve(contract.arriveFromProvider, { policy: everyone }, async ({ ctx, params, body, visit }) => {
    const arrival = arriveFromProvider(ctx, { key: params.key, browser: ctx.caller.browser }, body)
    const { outcome, redirect, admission, trial = null, unknown = null } = await counted(arrival)
    if (admission) visit.set(admission.session.token, admission.session.maxAgeSeconds)
    return { outcome, redirect, user: admission?.user ?? null, trial, unknown }
  })

  serve(contract.linkArrival, { policy: signedIn }, ({ ctx, params }) =>
    linkArrival(ctx, { state: params.state, browser: ctx.caller.browser }),
  )

  serve(contract.signUpFromProvider, { policy: everyone }, async ({ ctx, params, body, visit }) => {
    const { admission, redirect } = await signUpFromProvider(
      ctx,
      { state: params.state, browser: ctx.caller.browser },
      body,
    )
    visit.set(admission.session.token, admission.session.maxAgeSeconds)
    return { user: admission.user, redirect }
  })
}
