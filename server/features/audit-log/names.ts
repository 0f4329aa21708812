import { idForm, maxShownOfList } from '@lectern/contract/audit/audit-values.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import type { AuditSubject, Feature } from '../../platform/feature.ts'
import { audit } from '../audit/tables.ts'

/** The subject of an audit entry, by its display name. */
export interface Named {
  /** Localized, or as entered. */
  name: LocalizedText | string | null
  /** Distinguishes subjects of the same name: a number, a code. */
  detail: string | null
  /** Decides which screen shows it: the kind of an article, the edition of a phase. */
  variant: string | null
  /** Set where its dates are shown in their own time zone. */
  timeZone: string | null
  /** The questions of its form, or the parts of its work: their ids and labels. */
  fields: readonly Pick<FormField, 'id' | 'label'>[] | null
}

/** How subjects of each kind are named. Kinds that are left out have no name, or none that may be shown. */
export type SubjectKinds = Readonly<Record<string, AuditSubject>>

export const subjectKindsOf = (features: readonly Feature[]): SubjectKinds =>
  Object.assign({}, ...features.map(({ auditSubjects }) => auditSubjects))

export interface Subject {
  subjectKind: string
  subjectId: string
}

const keyOf = ({ subjectKind, subjectId }: Subject): string => `${subjectKind} ${subjectId}`

/** The activities in which the reader takes part, as an array; undefined: there are none. */
export type OwnActivities = SQL | undefined

const whereOthers = ({ whereAbout }: AuditSubject, own: OwnActivities): SQL =>
  own && whereAbout ? sql`not ${whereAbout(own)}` : sql`true`

/**
 * That an entry is about nothing of the reader's own activities. Of subjects that are gone nobody knows any more which
 * activity they were about: entries on those are withheld, too.
 */
export const whereOfOthers = (kinds: SubjectKinds, own: SQL): SQL => {
  const contest = Object.entries(kinds).filter(([, { whereAbout }]) => whereAbout)
  const id = sql`case when ${audit.subjectId} ~ ${idForm.source} then ${audit.subjectId}::uuid end`
  return sql`case ${audit.subjectKind} ${sql.join(
    contest.map(
      ([kind, subject]) => sql`
        when ${kind} then exists (
          select from ${subject.from} where ${subject.id} = ${id} and ${whereOthers(subject, own)}
        )`,
    ),
    sql` `,
  )} else true end`
}

const selectOf = (kind: string, subject: AuditSubject, ids: readonly string[], own: OwnActivities): SQL => {
  const { id, from, name, detail, variant, timeZone, fields, where } = subject
  const nothing = sql`null`
  return sql`
    select ${kind}::text as kind, ${id}::text as id, ${name} as name, ${detail ?? nothing}::text as detail,
      ${variant ?? nothing}::text as variant, ${timeZone ?? nothing}::text as "timeZone", ${fields ?? nothing}::jsonb as fields
    from ${from} where ${id} = any (${sql.param(ids)}::uuid[]) and ${where ?? sql`true`} and ${whereOthers(subject, own)}`
}

export interface Names {
  of: (subject: Subject) => Named | undefined
}

/** Names of all of these that still exist and are of no activity of the reader's own, in one statement. */
export const findNames = async (
  db: Database,
  kinds: SubjectKinds,
  subjects: readonly Subject[],
  own: OwnActivities,
): Promise<Names> => {
  const idsOf = (kind: string): string[] => [
    ...new Set(
      subjects.filter((one) => one.subjectKind === kind && idForm.test(one.subjectId)).map((one) => one.subjectId),
    ),
  ]
  const selects = Object.entries(kinds).map(([kind, subject]) => selectOf(kind, subject, idsOf(kind), own))
  const { rows } = await db.execute<Named & { kind: string; id: string } & Record<string, unknown>>(
    sql.join(selects, sql` union all `),
  )
  const rowsByKey = new Map(rows.map((row) => [keyOf({ subjectKind: row.kind, subjectId: row.id }), row]))
  return { of: (subject) => rowsByKey.get(keyOf(subject)) }
}

/** Every string in a value that may be an id. */
const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return idForm.test(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, maxShownOfList).flatMap(idsIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}

/** Subjects that a value may refer to: an id alone does not tell its kind. */
export const mentionedIn = (kinds: SubjectKinds, value: unknown): Subject[] => {
  const mentioned = Object.keys(kinds).filter((kind) => kinds[kind]!.isMentioned)
  return [...new Set(idsIn(value))].flatMap((subjectId) => mentioned.map((subjectKind) => ({ subjectKind, subjectId })))
}
