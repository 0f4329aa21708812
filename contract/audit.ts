import { z } from 'zod'
import { actorKinds } from './account-values.ts'
import { line } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { accountId, auditId } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'

const values = z.record(z.string(), z.unknown()).nullable()

const auditEntry = z.object({
  id: auditId,
  at: z.iso.datetime(),
  actorKind: z.enum(actorKinds),
  actorId: accountId.nullable(),
  /** The username, as long as it is not erased. */
  actorName: z.string().nullable(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  before: values,
  after: values,
  address: z.string().nullable(),
  requestId: z.string(),
  /** What it said about persons has been erased. */
  erased: z.boolean(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'The log of all changes, newest first, for organisers',
  query: pageQuery.extend({
    actor: accountId.optional(),
    action: line(64).optional(),
    subjectKind: line(64).optional(),
    subjectId: line(64).optional(),
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
  }),
  answer: pageOf(auditEntry).extend({ actions: z.array(z.string()) }),
})
