import { z } from 'zod'
import { actorKinds } from '../accounts/account-values.ts'
import { line } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { accountId, auditId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'

const values = z.record(z.string(), z.unknown()).nullable()

const auditEntry = z.object({
  id: auditId,
  at: z.iso.datetime(),
  actorKind: z.enum(actorKinds),
  actorId: accountId.nullable(),
  /** The username, unless it was erased. */
  actorName: z.string().nullable(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The current name; null if the subject is gone or has no name. */
  subjectName: z.string().nullable(),
  /** A number or a code that is shown beside the name. */
  subjectDetail: z.string().nullable(),
  /** The language of the name, where it is a text in several languages. */
  subjectLocale: z.enum(locales).nullable(),
  /** Decides which page the link opens: the kind of an article, the edition of a phase. */
  subjectVariant: z.string().nullable(),
  /** The time zone of the edition, if the subject belongs to one. */
  timeZone: z.string().nullable(),
  before: values,
  after: values,
  /** Labels of the questions, by the ids that the values contain. */
  questions: z.record(z.string(), z.string()),
  address: z.string().nullable(),
  requestId: z.string(),
  /** Its personal data was erased. */
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
    /** So many more are about activities in which the reader takes part, and are not shown to them. */
    withheld: z.int(),
    /** Names of people, teams, activities and editions, by the ids that the values contain. */
    names: z.record(z.string(), z.string()),
    /** Names of the actor and the subject that the list is filtered by. */
    chosen: z.object({ actor: z.string().nullable(), subject: z.string().nullable() }),
    actions: z.array(z.string()),
  }),
})
