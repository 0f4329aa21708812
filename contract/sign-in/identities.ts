import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { identityId } from '../ids.ts'

const identity = z.object({
  id: identityId,
  /** The key of its provider; null: it was removed. */
  provider: z.string().nullable(),
  /** Of its provider. */
  name: z.string(),
  host: z.string(),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** False: the provider was removed or is not shown at the moment. */
  isUsable: z.boolean(),
  /** Why it cannot be removed; null: it can. */
  whyKept: z.string().nullable(),
})
export type IdentityInfo = z.infer<typeof identity>

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/account/identities',
  summary: 'My sign-ins at other providers',
  answer: z.object({ list: z.array(identity) }),
})

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/account/identities/:id',
  summary: 'Removes one of my sign-ins at other providers; refused for the last way to sign in. The owner is notified',
  params: z.strictObject({ id: identityId }),
  answer: z.object({}),
})
