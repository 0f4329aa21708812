import { localize } from '@lectern/contract/localized.ts'
import * as contract from '@lectern/contract/sign-in/identities.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { t } from '../../../platform/messages.ts'
import { signedIn } from '../../../platform/policy.ts'
import { sessionUserOf } from '../sessions/session-users.ts'
import { listIdentities, unlinkIdentity } from './identities.ts'

type Listed = Awaited<ReturnType<typeof listIdentities>>[number]

const presentIdentity = (
  { locale }: SignedIn,
  { id, provider, name, issuer, linkedAt, lastUsedAt, isUsable, isLast }: Listed,
): contract.IdentityInfo => ({
  id,
  provider,
  name: localize(name, locale).text,
  host: new URL(issuer).host,
  linkedAt: linkedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  isUsable,
  whyKept: isLast ? t(locale, 'error.wayIn.last') : null,
})

export const identityRoutes = ({ serve }: Http): void => {
  serve(contract.listIdentities, { policy: signedIn }, async ({ ctx }) => {
    const rows = await listIdentities(ctx, sessionUserOf(ctx.actor)!.account)
    return { list: rows.map((row) => presentIdentity(ctx, row)) }
  })

  serve(contract.unlinkIdentity, { policy: signedIn }, async ({ ctx, params }) => {
    await unlinkIdentity(ctx, params.id)
    return {}
  })
}
