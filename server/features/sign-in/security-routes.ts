import { localize } from '@lectern/contract/localized.ts'
import * as contract from '@lectern/contract/sign-in/sign-in.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { namesOf } from '../accounts/service.ts'
import type { Settings } from '../../platform/settings.ts'
import { changeContact, findContactCodeProblems, requestContactCode } from './contacts.ts'
import { endMyOtherSessions, endMySession, listMySessions } from './sessions/my-sessions.ts'
import { changePassword, findChangeProblems } from './passwords/own-password.ts'
import { presentCurrentUser, presentSession } from './present.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor/second-factor.ts'
import { sessionUserOf } from './sessions/session-users.ts'

/** Every signed-in actor was identified by a session. */
const requireBearer = ({ actor }: SignedIn) => sessionUserOf(actor)!

/** Account security for users who are signed in. */
export const securityRoutes = ({ serve }: Http, settings: Pick<Settings, 'site'>): void => {
  serve(
    contract.changePassword,
    {
      policy: signedIn,
      alsoWrong: ({ ctx, body }) => {
        const sessionUser = requireBearer(ctx)
        return findChangeProblems(ctx, body, namesOf(sessionUser.account))
      },
    },
    async ({ ctx, body }) => {
      const sessionUser = requireBearer(ctx)
      await changePassword(ctx, body, namesOf(sessionUser.account))
      return {}
    },
  )

  serve(contract.listSessions, { policy: signedIn }, async ({ ctx }) => {
    return { list: (await listMySessions(ctx)).map((session) => presentSession(ctx, session)) }
  })

  serve(contract.endSession, { policy: signedIn }, async ({ ctx, params, visit }) => {
    await endMySession(ctx, params.id)
    if (params.id === ctx.actor.sessionId) visit.clear()
    return {}
  })

  serve(contract.endOtherSessions, { policy: signedIn }, async ({ ctx }) => ({
    ended: await endMyOtherSessions(ctx),
  }))

  serve(
    contract.requestContactCode,
    { policy: signedIn, alsoWrong: ({ ctx, body }) => findContactCodeProblems(ctx, body) },
    ({ ctx, body }) => requestContactCode(ctx, body),
  )

  serve(contract.changeContact, { policy: signedIn }, async ({ ctx, body }) => {
    const sessionUser = requireBearer(ctx)
    return presentCurrentUser(ctx, { ...sessionUser, account: await changeContact(ctx, body) })
  })

  serve(contract.beginSecondFactor, { policy: signedIn }, ({ ctx, body }) => {
    const sessionUser = requireBearer(ctx)
    const { username, locale } = sessionUser.account
    return beginSecondFactor(ctx, body.password, {
      issuer: localize(settings.site.title, locale).text,
      label: username,
    })
  })

  serve(contract.confirmSecondFactor, { policy: signedIn }, async ({ ctx, body }) => ({
    recoveryCodes: await confirmSecondFactor(ctx, body.code),
  }))

  serve(contract.removeSecondFactor, { policy: signedIn }, async ({ ctx, body }) => {
    await removeSecondFactor(ctx, body.password)
    return {}
  })

  serve(contract.renewRecoveryCodes, { policy: signedIn }, async ({ ctx, body }) => ({
    recoveryCodes: await renewRecoveryCodes(ctx, body.password),
  }))
}
