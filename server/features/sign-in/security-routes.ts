import { localize } from '@lectern/contract/localized.ts'
import * as contract from '@lectern/contract/sign-in.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { namesOf } from '../accounts/service.ts'
import type { Settings } from '../settings/service.ts'
import { changeContact, findContactCodeProblems, requestContactCode } from './contacts.ts'
import { endMyOtherSessions, endMySession, listMySessions } from './my-sessions.ts'
import { changePassword, findChangeProblems } from './own-password.ts'
import { presentCurrentUser, presentSession } from './present.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from './second-factor.ts'
import { bearerOf } from './service.ts'

/** The routes' policy has seen to it that somebody is signed in. */
const mine = (ctx: Ctx) => {
  const own = ctx as SignedIn
  return { own, bearer: bearerOf(own.actor)! }
}

/** What a person who is signed in does for the safety of the account. */
export const securityRoutes = ({ serve }: Http, settings: Pick<Settings, 'site'>): void => {
  serve(
    contract.changePassword,
    {
      policy: signedIn,
      alsoWrong: ({ ctx, body }) => {
        const { own, bearer } = mine(ctx)
        return findChangeProblems(own, body, namesOf(bearer.account))
      },
    },
    async ({ ctx, body }) => {
      const { own, bearer } = mine(ctx)
      await changePassword(own, body, namesOf(bearer.account))
      return {}
    },
  )

  serve(contract.listSessions, { policy: signedIn }, async ({ ctx }) => {
    const { own } = mine(ctx)
    return { list: (await listMySessions(own)).map((session) => presentSession(own, session)) }
  })

  serve(contract.endSession, { policy: signedIn }, async ({ ctx, params, visit }) => {
    const { own } = mine(ctx)
    await endMySession(own, params.id)
    if (params.id === own.actor.sessionId) visit.take()
    return {}
  })

  serve(contract.endOtherSessions, { policy: signedIn }, async ({ ctx }) => ({
    ended: await endMyOtherSessions(mine(ctx).own),
  }))

  serve(
    contract.requestContactCode,
    { policy: signedIn, alsoWrong: ({ ctx, body }) => findContactCodeProblems(mine(ctx).own, body) },
    ({ ctx, body }) => requestContactCode(mine(ctx).own, body),
  )

  serve(contract.changeContact, { policy: signedIn }, async ({ ctx, body }) => {
    const { own, bearer } = mine(ctx)
    return presentCurrentUser(ctx, { ...bearer, account: await changeContact(own, body) })
  })

  serve(contract.beginSecondFactor, { policy: signedIn }, ({ ctx, body }) => {
    const { own, bearer } = mine(ctx)
    const { username, locale } = bearer.account
    return beginSecondFactor(own, body.password, {
      issuer: localize(settings.site.title, locale).text,
      label: username,
    })
  })

  serve(contract.confirmSecondFactor, { policy: signedIn }, async ({ ctx, body }) => ({
    recoveryCodes: await confirmSecondFactor(mine(ctx).own, body.code),
  }))

  serve(contract.removeSecondFactor, { policy: signedIn }, async ({ ctx, body }) => {
    await removeSecondFactor(mine(ctx).own, body.password)
    return {}
  })

  serve(contract.renewRecoveryCodes, { policy: signedIn }, async ({ ctx, body }) => ({
    recoveryCodes: await renewRecoveryCodes(mine(ctx).own, body.password),
  }))
}
