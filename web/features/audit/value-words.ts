import type { MessageId } from '@lectern/messages/message-id.ts'
import { idForm, maxShownOfList } from '@lectern/contract/audit-values.ts'
import type { AuditEntry } from '@lectern/contract/audit.ts'
import { withLabel, withNote } from '@lectern/contract/brackets.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'

/** What is needed to format values. */
export interface Speaker {
  locale: Locale
  /** Fallback for subjects without an edition. */
  timeZone: string
  names: Readonly<Record<string, string>>
  languageOf: (locale: Locale) => string
  isKnown: (id: string) => id is MessageId
  t: (id: MessageId, values?: Record<string, string | number>) => string
}

type Entry = Pick<AuditEntry, 'subjectKind' | 'timeZone' | 'questions'>

/** Prefix of the message ids for each kind. */
const groups: Partial<Record<string, string>> = {
  account: 'members',
  team: 'enrolments',
  enrolment: 'enrolments',
  message: 'messages',
  announcement: 'announcements',
  article: 'articles',
  material: 'materials',
  banner: 'banners',
  expert: 'experts',
  partner: 'partners',
  activity: 'activities',
  phase: 'phases',
}

const groupOf = (kind: string): string => groups[kind] ?? kind

/** Fields with enum values, not text of people. */
const enumerated = ['state', 'states', 'status', 'access', 'role', 'kind', 'category', 'purpose', 'to']

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const codeForm = /^\d{6}$/
const places = ['province', 'provinces', 'city']

/** The label of a field from its form; its own name if no form has it. */
export const fieldWords = (field: string, { subjectKind }: Entry, { isKnown, t }: Speaker): string => {
  const candidates = [
    ...(subjectKind === 'settings' ? [`office.settings.${field}`] : []),
    ...(subjectKind === 'account' ? [`field.${field}`] : []),
    `office.audit.content.${field}`,
    `office.audit.field.${field}`,
    `field.${field}`,
  ]
  const id = candidates.find(isKnown)
  return id ? t(id) : field
}

/** With the time zone: the reader may be in another one. */
const momentWords = (value: string, zone: string, locale: Locale): string => {
  const [day, time] = [formatMoment(locale, value, 'tableDay', zone), formatMoment(locale, value, 'time', zone)]
  return withNote(locale, `${day} ${time}`, zoneName(locale, zone, { at: new Date(value) }))
}

const textWords = (field: string, value: string, entry: Entry, speaker: Speaker): string => {
  const { locale, names, isKnown, t, timeZone } = speaker
  if (entry.questions[value]) return entry.questions[value]
  if (idForm.test(value)) return names[value] || t('office.audit.value.gone')
  if (momentForm.test(value)) return momentWords(value, entry.timeZone ?? timeZone, locale)
  if (places.includes(field) && codeForm.test(value)) return regionName(value, locale) ?? value
  if (!enumerated.includes(field)) return value
  const own = groupOf(entry.subjectKind)
  const candidates = [own, 'publishing', 'phases', 'members', 'enrolments'].map((group) =>
    ['office', group, field, value].join('.'),
  )
  const id = candidates.find(isKnown)
  return id ? t(id) : value
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
    const shown = value.slice(0, maxShownOfList).map((item) => valueWords(field, item, entry, speaker))
    const rest = value.length - shown.length
    const more = rest > 0 ? [t('office.audit.value.more', { count: rest })] : []
    const isPlain = shown.every((lines) => lines.length === 1)
    return isPlain ? [joinList(locale, [...shown.flat(), ...more])] : [...shown.flat(), ...more]
  }
  const parts = Object.entries(value as Record<string, unknown>)
  if (parts.length === 0) return ['—']
  if (isText(value))
    return parts.map(([language, text]) => withLabel(locale, languageOf(language as Locale), String(text)))
  return parts.map(([name, part]) =>
    withLabel(locale, fieldWords(name, entry, speaker), valueWords(name, part, entry, speaker).join(' / ')),
  )
}
