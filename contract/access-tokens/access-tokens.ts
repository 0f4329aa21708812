import { z } from 'zod'
import { line } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { accessTokenId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { maxTokenName, tokenDays, tokenScopes, tokenStates } from './access-token-values.ts'

const accessToken = z.object({
  id: accessTokenId,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  state: z.enum(tokenStates),
  /** The username of the organiser who created it. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To five minutes. */
  lastUsedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/access-tokens',
  summary: 'Tokens of programs, the newest first, for organisers',
  query: pageQuery,
  answer: pageOf(accessToken).extend({
    /** Why the caller may create none. */
    whyNot: z.string().nullable(),
  }),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/access-tokens',
  summary: 'Creates a token for a program; the answer alone contains it',
  body: z.strictObject({
    name: line(maxTokenName),
    scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
    days: z.literal(tokenDays),
  }),
  answer: accessToken.extend({ secret: z.string() }),
})

export const endAccessToken = endpoint({
  method: 'POST',
  path: '/api/access-tokens/:id/end',
  summary: 'Ends a token at once',
  params: z.strictObject({ id: accessTokenId }),
  answer: accessToken,
})
