import { localize } from '@lectern/contract/localized.ts'
import * as contract from '@lectern/contract/sign-in/passkeys.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { t } from '../../../platform/messages.ts'
import { everyone, organisers, signedIn } from '../../../platform/policy.ts'
import type { Settings } from '../../../platform/settings.ts'
import { sessionUserOf } from '../sessions/session-users.ts'
import { requestSignInChallenge } from './assertions.ts'
import { passkeysOfOtherHosts } from './queries.ts'
import { relyingPartyOf } from './relying-party.ts'
import { beginPasskey, createPasskey, listMyPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'

type Listed = Awaited<ReturnType<typeof listMyPasskeys>>['rows'][number]

const presentPasskey = ({ locale }: SignedIn, row: Listed): contract.Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  usedAt: row.usedAt?.toISOString() ?? null,
  otherAddress: row.isElsewhere ? row.rpId : null,
  whyNotRemove: row.whyNotRemove ? t(locale, `error.${row.whyNotRemove}`) : null,
})

const presentMine = async (ctx: SignedIn) => {
  const { isAvailable, rows } = await listMyPasskeys(ctx, sessionUserOf(ctx.actor)!.account)
  return { isAvailable, list: rows.map((row) => presentPasskey(ctx, row)) }
}

/** Passkeys of users who are signed in, and the challenge for signing in with one. */
export const passkeyRoutes = ({ serve }: Http, settings: Pick<Settings, 'site'>): void => {
  serve(contract.requestPasskeyChallenge, { policy: everyone }, async ({ ctx, visit }) =>
    requestSignInChallenge(ctx, visit.browser()),
  )

  serve(contract.readForeignPasskeys, { policy: organisers('system') }, async ({ ctx }) => {
    const party = relyingPartyOf(ctx.installation.address)
    const rows = await passkeysOfOtherHosts(ctx.db, party?.id)
    return { address: party?.id ?? null, others: rows.map(({ rpId, people }) => ({ address: rpId, people })) }
  })

  serve(contract.listPasskeys, { policy: signedIn }, ({ ctx }) => presentMine(ctx))

  serve(contract.beginPasskey, { policy: signedIn }, ({ ctx, body }) => {
    const { username, nickname } = sessionUserOf(ctx.actor)!.account
    const site = localize(settings.site.title, ctx.locale).text
    return beginPasskey(ctx, body, { site, username, displayName: nickname ?? username })
  })

  serve(contract.createPasskey, { policy: signedIn }, ({ ctx, body }) => createPasskey(ctx, body.registration))

  serve(contract.renamePasskey, { policy: signedIn }, async ({ ctx, params, body }) => {
    await renamePasskey(ctx, params.id, body.name)
    return {}
  })

  serve(contract.removePasskey, { policy: signedIn }, async ({ ctx, params, body }) => {
    await removePasskey(ctx, params.id, body)
    return {}
  })
}
