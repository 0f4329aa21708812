import type { IdAfter } from '@lectern/messages/message-id.ts'
import { answerText, readAnswer } from '@lectern/contract/enrolments/answer-text.ts'
import type { PersonalColumns } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import type { AnswerValue, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { showField } from '@lectern/contract/enrolments/form-values.ts'
import type { ActivityId, FileId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { t } from '../../../platform/messages.ts'
import { momentCell, type Cell } from '../../../platform/sheets/write-sheet.ts'
import type { ExportedRow } from '../office/export-queries.ts'

interface Reader {
  locale: Locale
  /** The time zone of all times in the sheet. */
  timeZone: string
}

export interface SheetPlan extends Reader {
  activities: readonly { id: ActivityId; code: string; fields: readonly FormField[] }[]
  personal: readonly PersonalColumns[]
}

/** A row of the sheet, with the names of the files in its answers. */
export interface SheetEntry {
  row: ExportedRow
  files: ReadonlyMap<FileId, { name: string }>
}

type ExportedPerson = ExportedRow['people'][number]

/** One person of a team. */
export interface PersonEntry extends SheetEntry {
  person: ExportedPerson
}

interface Column<Entry> {
  heading: string
  hasTime?: boolean
  cell: (entry: Entry) => Cell
}

const namesOf = ({ row: { people } }: SheetEntry, role: ExportedPerson['role'], locale: Locale): string =>
  joinList(
    locale,
    people.filter((person) => person.role === role).map(({ name }) => name),
  )

const captainOf = ({ row: { people } }: SheetEntry) => people.find(({ role }) => role === 'captain')

/**
 * Numbers and dates keep their type, so that a spreadsheet can sort and sum them; everything else is formatted as
 * elsewhere.
 */
const answerCell = (field: ShownField, value: AnswerValue | undefined, { files }: SheetEntry, locale: Locale): Cell => {
  const answer = readAnswer(field, value)
  if (answer.kind === 'none') return null
  if (answer.kind === 'number') return answer.number
  if (answer.kind === 'date') return { written: answer.date }
  const agreed = t(locale, 'enrolment.agreed')
  return answerText(answer, { locale, agreed, fileName: (id) => files.get(id)?.name })
}

const columnMaker =
  ({ locale, timeZone }: Reader) =>
  <Entry extends SheetEntry>(
    name: IdAfter<'sheet.enrolments.column.'>,
    cell: Column<Entry>['cell'],
    hasTime = false,
  ): Column<Entry> => ({
    heading: t(locale, `sheet.enrolments.column.${name}`, { zone: zoneName(locale, timeZone) }),
    cell,
    hasTime,
  })

const regionIn = (code: string | null, locale: Locale): string | null =>
  code === null ? null : (regionName(code, locale) ?? code)

/** Columns that every sheet of enrolments has. */
const headColumns = <Entry extends SheetEntry>(reader: Reader): Column<Entry>[] => {
  const { locale } = reader
  const column = columnMaker(reader)
  return [
    column('number', ({ row }) => row.number),
    column('state', ({ row }) => t(locale, `sheet.enrolments.state.${row.state}`)),
    column('activity', ({ row }) => localize(row.activity.name, locale).text),
    column('team', ({ row }) => row.team.name),
  ]
}

/** One row per team. Columns are built once and used for every row. */
export const teamColumns = ({ locale, timeZone, activities, personal }: SheetPlan): Column<SheetEntry>[] => {
  const at = (moment: Date | null): Cell => momentCell(moment, timeZone)
  const column = columnMaker({ locale, timeZone })
  const count = ({ row: { people } }: SheetEntry, isAdvisor: boolean): number =>
    people.filter(({ role }) => (role === 'advisor') === isAdvisor).length
  return [
    ...headColumns({ locale, timeZone }),
    column('school', ({ row }) => row.school),
    column('province', ({ row }) => regionIn(row.province, locale)),
    column('members', (entry) => count(entry, false)),
    column('advisors', (entry) => count(entry, true)),
    column('submittedAt', ({ row }) => at(row.submittedAt), true),
    column('inGrace', ({ row }) => (row.inGrace ? t(locale, 'sheet.enrolments.yes') : null)),
    column('decidedAt', ({ row }) => at(row.decidedAt), true),
    column('reason', ({ row }) => row.reason),
    column('resubmitBy', ({ row }) => at(row.resubmitBy), true),
    ...(personal.includes('names')
      ? (['captain', 'member', 'advisor'] as const).map((role) =>
          column(`names.${role}`, (entry) => namesOf(entry, role, locale)),
        )
      : []),
    ...(personal.includes('contacts')
      ? (['email', 'phone'] as const).map((kind) =>
          column(`contact.${kind}`, (entry) => captainOf(entry)?.[kind] ?? null),
        )
      : []),
    ...activities.flatMap(({ id, code, fields }) =>
      fields
        .filter((field) => !field.personal || personal.includes('answers'))
        .map((field) => {
          const fieldView = showField(field, locale)
          return {
            heading: activities.length > 1 ? `${code} ${fieldView.label}` : fieldView.label,
            cell: (entry: SheetEntry): Cell =>
              entry.row.activity.id === id ? answerCell(fieldView, entry.row.answers[field.id], entry, locale) : null,
          }
        }),
    ),
  ]
}

/** One row per member. Answers belong to the team and are in the other sheet. */
export const personColumns = ({ locale, timeZone, personal }: SheetPlan): Column<PersonEntry>[] => {
  const column = columnMaker({ locale, timeZone })
  return [
    ...headColumns<PersonEntry>({ locale, timeZone }),
    column<PersonEntry>('role', ({ person }) => t(locale, `enrolment.role.${person.role}`)),
    ...(personal.includes('names') ? [column<PersonEntry>('name', ({ person }) => person.name)] : []),
    column<PersonEntry>('school', ({ person }) => person.school),
    column<PersonEntry>('department', ({ person }) => person.department),
    column<PersonEntry>('title', ({ person }) => person.title),
    column<PersonEntry>('province', ({ person }) => regionIn(person.province, locale)),
    column<PersonEntry>('city', ({ person }) => regionIn(person.city, locale)),
    ...(personal.includes('contacts')
      ? (['email', 'phone'] as const).map((kind) => column<PersonEntry>(kind, ({ person }) => person[kind]))
      : []),
    column<PersonEntry>('submittedAt', ({ row }) => momentCell(row.submittedAt, timeZone), true),
  ]
}
