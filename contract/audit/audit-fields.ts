import type { SubjectKind } from './audit-actions.ts'
import { auditCodes, type AuditCodeList } from './audit-codes.ts'
import { idForm } from './audit-values.ts'
import { vocabularies, type Vocabulary } from './vocabularies.ts'
import type { KeyOf } from './vocabulary.ts'
import { isLocale } from '../locales.ts'

/**
 * How a value of the audit log is shown. `text`: as people wrote it. `plain`: a number, a time, a day, yes or no.
 * `named`: an id of something that has a name. `unnamed`: an id of something without one. `question`: the id of a
 * question or part, whose label is shown. `field`: the name of another field, or the id of a question or part. `key`: an
 * id that is not shown. Localized texts and nested values may be anywhere.
 */
type ValueForm =
  | 'text'
  | 'plain'
  | 'named'
  | 'file'
  | 'unnamed'
  | 'question'
  | 'field'
  | 'key'
  | 'region'
  | 'country'
  | 'zone'
  | 'locale'
  | 'codec'
  | 'mediaType'

export type AuditForm = ValueForm | AuditCodeList

/** Every field of the audit log, nested ones included. The office has a label for each of them. */
export type AuditField = KeyOf<Vocabulary['fields']>

/** What the vocabularies declare names only what exists. */
interface Declared {
  fields: Readonly<Record<string, AuditForm | { form: AuditForm; label: string }>>
  bySubject: Partial<Record<SubjectKind, Partial<Record<AuditField, { form?: AuditForm; label?: string }>>>>
}
const declared: readonly Declared[] = vocabularies

const fields = new Map(declared.flatMap((vocabulary) => Object.entries(vocabulary.fields)))
const bySubject = new Map<string, Readonly<Record<string, { form?: AuditForm; label?: string }>>>(
  declared.flatMap((vocabulary) => Object.entries(vocabulary.bySubject)),
)

export const isAuditField = (name: string): name is AuditField => fields.has(name)

/** How the values of a field are shown; undefined for fields of former versions. */
export const auditFormOf = (field: string, subjectKind: string): AuditForm | undefined => {
  const general = fields.get(field)
  return bySubject.get(subjectKind)?.[field]?.form ?? (typeof general === 'object' ? general.form : general)
}

/** The message that names a field. */
export const auditLabelOf = (field: AuditField, subjectKind?: string): string => {
  const general = fields.get(field)
  const own = subjectKind === undefined ? undefined : bySubject.get(subjectKind)?.[field]?.label
  return own ?? (typeof general === 'object' ? general.label : `office.audit.field.${field}`)
}

/** The messages that name fields and values. */
export const auditLabels = (): string[] => [
  ...[...fields.keys()].map((field) => auditLabelOf(field as AuditField)),
  ...[...bySubject.values()].flatMap((own) => Object.values(own).flatMap(({ label }) => label ?? [])),
  ...Object.values(auditCodes).flatMap(({ label, values }) => values.map((value) => `${label}${value}`)),
]

export const isCodeList = (form: AuditForm): form is AuditCodeList => Object.hasOwn(auditCodes, form)

const plainForm = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

const mayHold = (form: AuditForm, value: string): boolean => {
  if (isCodeList(form)) return auditCodes[form].values.includes(value)
  if (form === 'plain') return plainForm.test(value)
  if (form === 'locale') return isLocale(value)
  if (form === 'named' || form === 'file' || form === 'unnamed') return idForm.test(value)
  return true
}

/** What the office has no label for, in the values of an entry. Tests use it on every entry that they cause. */
export const unlabelledIn = (subjectKind: string, values: unknown, field = ''): string[] => {
  if (Array.isArray(values)) return values.flatMap((value) => unlabelledIn(subjectKind, value, field))
  if (typeof values === 'string') {
    const form = auditFormOf(field, subjectKind)
    return !form || values === '' || mayHold(form, values) ? [] : [`${subjectKind}.${field}: ${values}`]
  }
  if (values === null || typeof values !== 'object') return []
  const parts = Object.entries(values)
  if (parts.length > 0 && parts.every(([name]) => isLocale(name))) return []
  return parts.flatMap(([name, value]) =>
    isAuditField(name) ? unlabelledIn(subjectKind, value, name) : [`${subjectKind}.${name}`],
  )
}
