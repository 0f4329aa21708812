import type { PersonalColumns } from '@lectern/contract/enrolment-values.ts'
import type { AnswerValue, FormField } from '@lectern/contract/form-fields.ts'
import type { ActivityId, FileId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { say } from '../../platform/messages.ts'
import type { ExportedRow } from './export-queries.ts'

interface Reader {
  locale: Locale
  /** In which times are told. */
  timeZone: string
}

interface Sheet extends Reader {
  activities: readonly { id: ActivityId; code: string; fields: readonly FormField[] }[]
  personal: readonly PersonalColumns[]
}

/** A row of the sheet, and the names of the files that its answers name. */
export interface SheetEntry {
  row: ExportedRow
  files: ReadonlyMap<FileId, { name: string }>
}

interface Column {
  heading: string
  cell: (entry: SheetEntry) => string
}

const namesOf = (
  { row: { people } }: SheetEntry,
  role: ExportedRow['people'][number]['role'],
  locale: Locale,
): string =>
  joinList(
    locale,
    people.filter((person) => person.role === role).map(({ name }) => name),
  )

const captainOf = ({ row: { people } }: SheetEntry) => people.find(({ role }) => role === 'captain')

const answerOf = (field: FormField, value: AnswerValue | undefined, { files }: SheetEntry, locale: Locale): string => {
  const label = (id: string): string => {
    const option = 'options' in field ? field.options.find((one) => one.id === id) : undefined
    return option ? localize(option.label, locale).text : id
  }
  if (value === undefined || value === null || value === false) return ''
  if (value === true) return say(locale, 'sheet.enrolments.yes')
  if (Array.isArray(value)) return joinList(locale, value.map(label))
  if (typeof value === 'object') return files.get(value.file)?.name ?? ''
  return field.type === 'choice' ? label(String(value)) : String(value)
}

/** Chosen once; each row is then told by the same columns. */
export const columnsOf = ({ locale, timeZone, activities, personal }: Sheet): Column[] => {
  // Swedish dates are ISO 8601.
  const times = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const at = (moment: Date | null): string => (moment === null ? '' : times.format(moment))
  const column = (name: string, cell: Column['cell']): Column => ({
    heading: say(locale, `sheet.enrolments.column.${name}`, { zone: timeZone }),
    cell,
  })
  const count = ({ row: { people } }: SheetEntry, isAdvisor: boolean): string =>
    String(people.filter(({ role }) => (role === 'advisor') === isAdvisor).length)
  return [
    column('number', ({ row }) => row.number ?? ''),
    column('state', ({ row }) => say(locale, `sheet.enrolments.state.${row.state}`)),
    column('activity', ({ row }) => localize(row.activity.name, locale).text),
    column('team', ({ row }) => row.team.name),
    column('school', ({ row }) => row.school ?? ''),
    column('province', ({ row: { province } }) => (province ? (regionName(province, locale) ?? province) : '')),
    column('members', (entry) => count(entry, false)),
    column('advisors', (entry) => count(entry, true)),
    column('submittedAt', ({ row }) => at(row.submittedAt)),
    column('inGrace', ({ row }) => (row.inGrace ? say(locale, 'sheet.enrolments.yes') : '')),
    column('decidedAt', ({ row }) => at(row.decidedAt)),
    column('reason', ({ row }) => row.reason ?? ''),
    column('resubmitBy', ({ row }) => at(row.resubmitBy)),
    ...(personal.includes('names')
      ? (['captain', 'member', 'advisor'] as const).map((role) =>
          column(`names.${role}`, (entry) => namesOf(entry, role, locale)),
        )
      : []),
    ...(personal.includes('contacts')
      ? (['email', 'phone'] as const).map((kind) =>
          column(`contact.${kind}`, (entry) => captainOf(entry)?.[kind] ?? ''),
        )
      : []),
    ...activities.flatMap(({ id, code, fields }) =>
      fields
        .filter((field) => !field.personal || personal.includes('answers'))
        .map((field) => {
          const label = localize(field.label, locale).text
          return {
            heading: activities.length > 1 ? `${code} ${label}` : label,
            cell: (entry: SheetEntry) =>
              entry.row.activity.id === id ? answerOf(field, entry.row.answers[field.id], entry, locale) : '',
          }
        }),
    ),
  ]
}
