import { idForm, maxShownOfList } from '@lectern/contract/audit-values.ts'
import type { FormField } from '@lectern/contract/form-fields.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import type { AuditSubject, Feature } from '../../platform/feature.ts'

/** What an entry is about, as people call it. */
export interface Named {
  /** In several languages, or as it was written. */
  name: LocalizedText | string | null
  /** Tells it apart from others of the same name: a number, a code. */
  detail: string | null
  /** What decides where it is looked at: the kind of an article, the edition of a phase. */
  variant: string | null
  /** Where its dates are told in a zone of their own. */
  timeZone: string | null
  /** The questions of its form. */
  fields: readonly FormField[] | null
}

/** How each kind of subject is called. What is left out has no name of its own, or one that is nobody's business. */
export type SubjectKinds = Readonly<Record<string, AuditSubject>>

export const subjectKindsOf = (features: readonly Feature[]): SubjectKinds =>
  Object.assign({}, ...features.map(({ auditSubjects }) => auditSubjects))

export interface Subject {
  subjectKind: string
  subjectId: string
}

const keyOf = ({ subjectKind, subjectId }: Subject): string => `${subjectKind} ${subjectId}`

const selectOf = (kind: string, subject: AuditSubject, ids: readonly string[]): SQL => {
  const { id, from, name, detail, variant, timeZone, fields, where } = subject
  const nothing = sql`null`
  return sql`
    select ${kind}::text as kind, ${id}::text as id, ${name} as name, ${detail ?? nothing}::text as detail,
      ${variant ?? nothing}::text as variant, ${timeZone ?? nothing}::text as "timeZone", ${fields ?? nothing}::jsonb as fields
    from ${from} where ${id} = any (${sql.param(ids)}::uuid[]) and ${where ?? sql`true`}`
}

export interface Names {
  of: (subject: Subject) => Named | undefined
}

/** Names of all of these that are still there: one statement, whatever they are and however many. */
export const findNames = async (db: Database, kinds: SubjectKinds, subjects: readonly Subject[]): Promise<Names> => {
  const idsOf = (kind: string): string[] => [
    ...new Set(
      subjects.filter((one) => one.subjectKind === kind && idForm.test(one.subjectId)).map((one) => one.subjectId),
    ),
  ]
  const selects = Object.entries(kinds).map(([kind, subject]) => selectOf(kind, subject, idsOf(kind)))
  const { rows } = await db.execute<Named & { kind: string; id: string } & Record<string, unknown>>(
    sql.join(selects, sql` union all `),
  )
  const found = new Map(rows.map((row) => [keyOf({ subjectKind: row.kind, subjectId: row.id }), row]))
  return { of: (subject) => found.get(keyOf(subject)) }
}

/** Everything in a value that may be the id of somebody or something. */
const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return idForm.test(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, maxShownOfList).flatMap(idsIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}

/** What a value may mention: of which kind an id is, it does not say. */
export const mentionedIn = (kinds: SubjectKinds, value: unknown): Subject[] => {
  const mentioned = Object.keys(kinds).filter((kind) => kinds[kind]!.isMentioned)
  return [...new Set(idsIn(value))].flatMap((subjectId) => mentioned.map((subjectKind) => ({ subjectKind, subjectId })))
}
