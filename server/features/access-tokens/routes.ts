import * as contract from '@lectern/contract/access-tokens/access-tokens.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import type { AccessTokenRow } from './queries.ts'
import { createAccessToken, endAccessToken, listAccessTokens } from './service.ts'

const stateOf = ({ endedAt, expiresAt }: AccessTokenRow, now: Date): contract.AccessToken['state'] => {
  if (endedAt) return 'ended'
  return expiresAt <= now ? 'expired' : 'active'
}

const present = ({ now }: Ctx, row: AccessTokenRow): contract.AccessToken => ({
  ...row,
  state: stateOf(row, now),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

export const accessTokenRoutes = ({ serve }: Http): void => {
  serve(contract.listAccessTokens, { policy: organisers('system') }, async ({ ctx, query }) => {
    const { list, ...page } = await listAccessTokens(ctx, query)
    return { ...page, list: list.map((row) => present(ctx, row)), whyNot: await whyNotControl(ctx) }
  })

  serve(contract.createAccessToken, { policy: organisers('system'), ...siteControl }, async ({ ctx, body }) => {
    const { row, secret } = await createAccessToken(ctx, body)
    return { ...present(ctx, row), secret }
  })

  // Everybody may end one: what was published by mistake cannot wait.
  serve(contract.endAccessToken, { policy: organisers('system') }, async ({ ctx, params }) =>
    present(ctx, await endAccessToken(ctx, params.id)),
  )
}
