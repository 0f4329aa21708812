import * as contract from '@lectern/contract/competition/extensions.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers, refusalText } from '../../../platform/policy.ts'
import { nameOf } from '../../teams/service.ts'
import { ownActivities, whyNotAbout, whyNotOf } from '../../steps/service.ts'
import { activityOfTeam, extensionsOfOthers, teamsOfOthers } from '../affected-activities.ts'
import type { FoundExtension } from './extension-queries.ts'
import { grantExtension, listExtensions, revokeExtension } from './extensions.ts'
import { mayRevoke } from '../policy.ts'

interface Someone {
  realName: string | null
  nickname: string | null
  username: string | null
  status: string | null
}

/** Null once the account is deleted. */
const nameOfAny = (person: Someone | null): string | null =>
  person?.username && person.status !== 'deleted' ? nameOf({ ...person, username: person.username }) : null

const present = (ctx: Ctx, row: FoundExtension, whyNot: string | null = null): contract.Extension => {
  const { text, locale } = localize(row.activity.name, ctx.locale)
  return {
    id: row.id,
    team: row.team,
    activity: { id: row.activity.id, code: row.activity.code, name: text, locale },
    timeZone: row.timeZone,
    kind: row.kind,
    until: row.until.toISOString(),
    reason: row.reason,
    grantedBy: nameOfAny(row.granter),
    createdAt: row.createdAt.toISOString(),
    revoked: row.revokedAt && { by: nameOfAny(row.revoker), at: row.revokedAt.toISOString() },
    mayBeRevoked: refusalText(mayRevoke(row, ctx), ctx.locale),
    whyNot,
  }
}

const rules = { policy: organisers('activity') }

export const extensionRoutes = ({ serve }: Http): void => {
  serve(contract.grantExtension, { ...rules, ...teamsOfOthers }, ({ ctx, params, body, idempotencyKey }) =>
    grantExtension(ctx, params.id, body, idempotencyKey),
  )

  serve(contract.listExtensions, rules, async ({ ctx, query }) => {
    const { list, total } = await listExtensions(ctx, query)
    const own = await ownActivities(ctx)
    return {
      list: list.map((row) => present(ctx, row, whyNotOf(ctx, own, [row.activity.id]))),
      total,
      page: query.page,
      pageSize: query.pageSize,
      whyNot: query.team ? await whyNotAbout(ctx, activityOfTeam({ id: query.team })) : null,
    }
  })

  serve(contract.revokeExtension, { ...rules, ...extensionsOfOthers }, async ({ ctx, params }) =>
    present(ctx, await revokeExtension(ctx, params.id)),
  )
}
