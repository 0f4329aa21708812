import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { revisionKinds } from './revision-kinds.ts'

/** Pages are identified by name, everything else by id. */
const subject = z.strictObject({
  kind: z.enum(revisionKinds),
  id: z.string().regex(/^[\w-]{1,40}$/),
})

const revisionHead = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  /** Username of the author; null if the account was deleted. */
  by: z.string().nullable(),
})
export type RevisionHead = z.infer<typeof revisionHead>

export const listRevisions = endpoint({
  method: 'GET',
  path: '/api/revisions/:kind/:id',
  summary: 'The latest versions of an item, the newest first',
  params: subject,
  answer: z.object({ list: z.array(revisionHead) }),
})

export const readRevision = endpoint({
  method: 'GET',
  path: '/api/revisions/:kind/:id/:number',
  summary: 'The content of one version',
  params: subject.extend({
    number: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  }),
  answer: revisionHead.extend({ content: z.record(z.string(), z.unknown()) }),
})
