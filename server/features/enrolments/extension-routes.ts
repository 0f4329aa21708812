import * as contract from '@lectern/contract/extensions.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, refusalText } from '../../platform/policy.ts'
import { nameOf } from '../teams/service.ts'
import { extensionsOfOthers, teamsOfOthers } from './concerned.ts'
import type { FoundExtension } from './extension-queries.ts'
import { grantExtension, listExtensions, revokeExtension } from './extensions.ts'
import { mayRevoke } from './policy.ts'

interface Someone {
  realName: string | null
  nickname: string | null
  username: string | null
  status: string | null
}

/** Null once the account is deleted. */
const nameOfAny = (person: Someone | null): string | null =>
  person?.username && person.status !== 'deleted' ? nameOf({ ...person, username: person.username }) : null

const present = (ctx: Ctx, found: FoundExtension): contract.Extension => {
  const { text, locale } = localize(found.activity.name, ctx.locale)
  return {
    id: found.id,
    team: found.team,
    activity: { id: found.activity.id, code: found.activity.code, name: text, locale },
    timeZone: found.timeZone,
    kind: found.kind,
    until: found.until.toISOString(),
    reason: found.reason,
    grantedBy: nameOfAny(found.granter),
    createdAt: found.createdAt.toISOString(),
    revoked: found.revokedAt && { by: nameOfAny(found.revoker), at: found.revokedAt.toISOString() },
    mayBeRevoked: refusalText(mayRevoke(found, ctx), ctx.locale),
  }
}

const rules = { policy: organisers }

export const extensionRoutes = ({ serve }: Http): void => {
  serve(contract.grantExtension, { ...rules, ...teamsOfOthers }, ({ ctx, params, body, idempotencyKey }) =>
    grantExtension(ctx, params.id, body, idempotencyKey),
  )

  serve(contract.listExtensions, rules, async ({ ctx, query }) => {
    const { list, total } = await listExtensions(ctx, query)
    return { list: list.map((found) => present(ctx, found)), total, page: query.page, pageSize: query.pageSize }
  })

  serve(contract.revokeExtension, { ...rules, ...extensionsOfOthers }, async ({ ctx, params }) =>
    present(ctx, await revokeExtension(ctx, params.id)),
  )
}
