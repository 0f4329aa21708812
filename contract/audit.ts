import { z } from 'zod'
import { actorKinds } from './account-values.ts'
import { line } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { accountId, auditId } from './ids.ts'
import { locales } from './locales.ts'
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
  /** What it is called now; null if it is gone or has no name. */
  subjectName: z.string().nullable(),
  /** A number or a code beside the name. */
  subjectDetail: z.string().nullable(),
  /** The language of the name, where it is a text in several languages. */
  subjectLocale: z.enum(locales).nullable(),
  /** What decides where it is looked at: the kind of an article, the edition of a phase. */
  subjectVariant: z.string().nullable(),
  /** The edition's, where the subject belongs to one. */
  timeZone: z.string().nullable(),
  before: values,
  after: values,
  /** Labels of the questions that the values name by their ids. */
  questions: z.record(z.string(), z.string()),
  address: z.string().nullable(),
  requestId: z.string(),
  /** Its personal data has been erased. */
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
  answer: pageOf(auditEntry).extend({
    /** Names of the people, teams, activities and editions whose ids stand in values. */
    names: z.record(z.string(), z.string()),
    /** What the person and the subject that were asked for are called. */
    chosen: z.object({ actor: z.string().nullable(), subject: z.string().nullable() }),
    actions: z.array(z.string()),
  }),
})
