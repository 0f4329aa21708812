import type { MessageId } from '@lectern/messages/message-id.ts'
import type { AuditCodeList } from '@lectern/contract/audit/audit-codes.ts'
import { auditFormOf, isAuditField, isCodeList } from '@lectern/contract/audit/audit-fields.ts'
import { idForm, maxShownOfList } from '@lectern/contract/audit/audit-values.ts'
import type { AuditEntry } from '@lectern/contract/audit/audit.ts'
import { withLabel, withNote } from '@lectern/contract/pages/brackets.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { codecNames, partTypes } from '@lectern/contract/works/work-values.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { fieldLabel, findCodeLabel } from './audit-labels.ts'

/** What is needed to format values. */
export interface Speaker {
  locale: Locale
  /** Fallback for subjects without an edition. */
  timeZone: string
  names: Readonly<Record<string, string>>
  languageOf: (locale: Locale) => string
  t: (id: MessageId, values?: Record<string, string | number>) => string
}

type Entry = Pick<AuditEntry, 'subjectKind' | 'timeZone' | 'questions'>

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const dayForm = /^\d{4}-\d\d-\d\d$/

/** The label of a field from its form. Fields of former versions, which have none, keep their own names. */
export const fieldWords = (field: string, { subjectKind }: Entry, { t }: Speaker): string => {
  if (!isAuditField(field)) return field
  return t(fieldLabel(field, subjectKind))
}

/** With the time zone: the reader may be in another one. */
const momentWords = (value: string, zone: string, locale: Locale): string => {
  const [day, time] = [formatMoment(locale, value, 'tableDay', zone), formatMoment(locale, value, 'time', zone)]
  return withNote(locale, `${day} ${time}`, zoneName(locale, zone, { at: new Date(value) }))
}

const codeWords = (form: AuditCodeList, value: string, { t }: Speaker): string => {
  const label = findCodeLabel(form, value)
  return label ? t(label) : value
}

/** Formats that people know: MP4 for video/mp4. */
const mediaTypeWords = (type: string): string => {
  const [ending] = Object.values(partTypes).flatMap(
    (types) => (types as Readonly<Record<string, readonly string[]>>)[type] ?? [],
  )
  return ending?.toUpperCase() ?? type
}

const textWords = (field: string, value: string, entry: Entry, speaker: Speaker): string => {
  const { locale, names, t, timeZone, languageOf } = speaker
  const form = auditFormOf(field, entry.subjectKind)
  if (form === 'text') return value
  if (entry.questions[value]) return entry.questions[value]
  if (form === 'field') return fieldWords(value, entry, speaker)
  if (form === 'unnamed') return t('office.audit.value.unnamed')
  if (form === 'file') return names[value] ?? t('office.audit.value.file')
  if (idForm.test(value)) return names[value] || t('office.audit.value.gone')
  if (momentForm.test(value)) return momentWords(value, entry.timeZone ?? timeZone, locale)
  if (dayForm.test(value)) return formatMoment(locale, value, 'tableDay', 'UTC')
  if (form === 'region') return regionName(value, locale) ?? value
  if (form === 'country') return new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value
  if (form === 'zone') return zoneName(locale, value)
  if (form === 'locale' && isLocale(value)) return languageOf(value)
  if (form === 'codec') return (codecNames as Partial<Record<string, string>>)[value] ?? value
  if (form === 'mediaType') return mediaTypeWords(value)
  return form && isCodeList(form) ? codeWords(form, value, speaker) : value
}

const isText = (value: object): value is Partial<Record<Locale, string>> => {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(isLocale)
}

/** A stored value as text: one line, or several for nested values. */
export const valueWords = (field: string, value: unknown, entry: Entry, speaker: Speaker): string[] => {
  const { locale, t, languageOf } = speaker
  if (value === undefined || value === null || value === '') return ['—']
  if (typeof value === 'boolean') return [t(`office.audit.value.${value ? 'yes' : 'no'}`)]
  if (typeof value === 'string') return [textWords(field, value, entry, speaker)]
  if (typeof value !== 'object') return [String(value)]
  if (Array.isArray(value)) {
    if (value.length === 0) return ['—']
    const words = value.slice(0, maxShownOfList).map((item) => valueWords(field, item, entry, speaker))
    const rest = value.length - words.length
    const more = rest > 0 ? [t('office.audit.value.more', { count: rest })] : []
    const isPlain = words.every((lines) => lines.length === 1)
    return isPlain ? [joinList(locale, [...words.flat(), ...more])] : [...words.flat(), ...more]
  }
  const parts = Object.entries(value as Record<string, unknown>).filter(([name]) => name !== 'id')
  if (parts.length === 0) return ['—']
  if (isText(value))
    return parts.map(([language, text]) => withLabel(locale, languageOf(language as Locale), String(text)))
  return parts.map(([name, part]) =>
    withLabel(locale, fieldWords(name, entry, speaker), valueWords(name, part, entry, speaker).join(' / ')),
  )
}
