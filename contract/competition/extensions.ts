import { z } from 'zod'
import { lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { activityId, extensionId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { extendedKinds } from './competition-values.ts'

export const grantExtension = endpoint({
  method: 'POST',
  path: '/api/teams/:id/extensions',
  summary: 'Grants a team an extension; the team is notified of the reason',
  params: z.strictObject({ id: teamId }),
  body: z.strictObject({ kind: z.enum(extendedKinds), until: z.iso.datetime(), reason: lines(500) }),
  answer: z.object({ closesAt: z.iso.datetime() }),
  idempotent: true,
})

const extension = z.object({
  id: extensionId,
  team: z.object({ id: teamId, name: z.string() }),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  timeZone: z.string(),
  kind: z.enum(extendedKinds),
  until: z.iso.datetime(),
  reason: z.string(),
  /** Null: the account was deleted. */
  grantedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null: not revoked. */
  revoked: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  /** Null if it may be revoked; otherwise the reason, in the caller's language. */
  mayBeRevoked: z.string().nullable(),
  /** Why the reader, who takes part in the activity, does not revoke it; null: they may. */
  whyNot: z.string().nullable(),
})
export type Extension = z.infer<typeof extension>

export const listExtensions = endpoint({
  method: 'GET',
  path: '/api/extensions',
  summary: 'Extensions of teams with organiser and reason, the newest first',
  query: pageQuery.extend({ search: search.optional(), team: teamId.optional() }),
  answer: pageOf(extension).extend({
    /** Why the reader, who takes part, does nothing for the team that was asked for; null: they may. */
    whyNot: z.string().nullable(),
  }),
})

export const revokeExtension = endpoint({
  method: 'POST',
  path: '/api/extensions/:id/revocation',
  summary: 'Revokes an extension that is not over; the team is notified',
  params: z.strictObject({ id: extensionId }),
  answer: extension,
})
