import { email, phone, profileFields, username } from '@lectern/contract/accounts/account-fields.ts'
import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { importColumns, maxWorksPerExpert, type ImportColumn } from '@lectern/contract/review/review-values.ts'
import { z } from 'zod'
import { problemsOf } from '../../../platform/http/validation.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../../platform/sheets/write-sheet.ts'

/** What people write in a sheet of experts, in any of the languages. */

const maxTextLength = 200

const fold = (text: string): string => plainName(text.slice(0, maxTextLength)).toLowerCase()

/** Text in brackets and the star of a required column are ignored. */
const foldHeading = (text: string): string =>
  fold(text)
    .replace(/[(*].*$/s, '')
    .trim()

export const headingOf = (locale: Locale, column: ImportColumn): string => t(locale, `sheet.reviewers.${column}`)

const columnsByHeading = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    [column, ...locales.map((locale) => headingOf(locale, column))].map((heading) => [foldHeading(heading), column]),
  ),
)

const fieldsByName = new Map<string, ExpertField>(
  expertFields.flatMap((field) =>
    [field, ...locales.map((locale) => t(locale, `expert.field.${field}`))].map((name) => [fold(name), field]),
  ),
)

const answers = new Map<string, boolean>([
  ...['1', 'x', '✓', '√', 'true', 'y'].map((text) => [text, true] as const),
  ...['0', '-', 'false', 'n'].map((text) => [text, false] as const),
  ...locales.map((locale) => [fold(t(locale, 'sheet.reviewers.yes')), true] as const),
  ...locales.map((locale) => [fold(t(locale, 'sheet.reviewers.no')), false] as const),
  ...locales.map((locale) => [foldHeading(headingOf(locale, 'chair')), true] as const),
])

export interface CellProblem {
  column: string
  value: string
  message: string
}

export type Columns = ReadonlyMap<ImportColumn, { index: number; heading: string }>

export const readHeadings = ({ cells }: SheetRow, locale: Locale) => {
  const columns = new Map<ImportColumn, { index: number; heading: string }>()
  const problems: CellProblem[] = []
  const report = (column: string, problem: 'unknownColumn' | 'doubleColumn' | 'missingColumn') =>
    problems.push({ column, value: '', message: t(locale, `sheet.problem.${problem}`) })
  for (const [index, heading] of cells.entries()) {
    if (heading.trim() === '') continue
    const column = columnsByHeading.get(foldHeading(heading))
    if (!column) report(heading.slice(0, 100), 'unknownColumn')
    else if (columns.has(column)) report(heading, 'doubleColumn')
    else columns.set(column, { index, heading })
  }
  if (!columns.has('name')) report(headingOf(locale, 'name'), 'missingColumn')
  if (!columns.has('email') && !columns.has('phone') && !columns.has('username'))
    report(headingOf(locale, 'email'), 'missingColumn')
  return { columns: columns as Columns, problems }
}

/** A row as it would be stored; invalid values are left out and reported. */
export interface SheetExpert {
  row: number
  name: string
  email?: string | undefined
  phone?: string | undefined
  username?: string | undefined
  institution?: string | undefined
  /** The cell was the code of an institution. */
  institutionId?: InstitutionId | undefined
  fields?: ExpertField[] | undefined
  maxWorks?: number | undefined
  panel?: string | undefined
  isChair: boolean
  problems: CellProblem[]
}

const texts = {
  name: profileFields.realName,
  email,
  phone,
  username,
  institution: profileFields.school,
  panel: z.string().max(40),
}
const maxWorks = z.int().min(1).max(maxWorksPerExpert)

export type Report = (column: ImportColumn, message: string) => void

/** Reports a problem of a row under the heading of its column, with the text of its cell. */
export const reporterOf =
  ({ cells }: SheetRow, columns: Columns, locale: Locale, problems: CellProblem[]): Report =>
  (column, message) => {
    const { heading = headingOf(locale, column), index = -1 } = columns.get(column) ?? {}
    problems.push({ column: heading, value: (cells[index] ?? '').slice(0, 100), message })
  }

const readFields = (cell: string, locale: Locale, report: Report): ExpertField[] => {
  const names = cell.split(/[、,，;；/|\n]+/).filter((name) => name.trim() !== '')
  const matches = names.map((name) => fieldsByName.get(fold(name)))
  if (matches.includes(undefined)) {
    const values = joinList(
      locale,
      expertFields.map((field) => t(locale, `expert.field.${field}`)),
    )
    report('fields', t(locale, 'validation.enum', { values }))
  }
  return [...new Set(matches.filter((field) => field !== undefined))]
}

/** Validates one row: every problem is reported. */
export const readRow = (row: SheetRow, columns: Columns, locale: Locale): SheetExpert => {
  const problems: CellProblem[] = []
  const report = reporterOf(row, columns, locale, problems)
  const cell = (column: ImportColumn): string => row.cells[columns.get(column)?.index ?? -1]?.trim() ?? ''
  const checked = <Value>(column: ImportColumn, schema: z.ZodType<Value>, value: unknown): Value | undefined => {
    const result = schema.safeParse(value, { reportInput: true })
    if (result.success) return result.data
    for (const { message } of problemsOf(result.error, schema, locale)) report(column, message)
    return undefined
  }
  const text = (column: keyof typeof texts): string | undefined =>
    cell(column) === '' ? undefined : (checked(column, texts[column] as z.ZodType<string>, cell(column)) ?? undefined)
  const name = text('name')
  if (cell('name') === '') report('name', t(locale, 'validation.required'))
  const chair = cell('chair') === '' ? false : answers.get(fold(cell('chair')))
  if (chair === undefined)
    report(
      'chair',
      t(locale, 'validation.enum', {
        values: joinList(locale, [t(locale, 'sheet.reviewers.yes'), t(locale, 'sheet.reviewers.no')]),
      }),
    )
  if (chair && cell('panel') === '') report('chair', t(locale, 'error.panel.chairNeedsPanel'))
  const contacts = { email: text('email'), phone: text('phone'), username: text('username') }
  if (cell('email') === '' && cell('phone') === '' && cell('username') === '')
    report('email', t(locale, 'error.account.contactNeeded'))
  return {
    row: row.number,
    name: name ?? cell('name').slice(0, 100),
    ...contacts,
    institution: text('institution'),
    fields: cell('fields') === '' ? undefined : readFields(cell('fields'), locale, report),
    maxWorks:
      cell('maxWorks') === '' ? undefined : checked('maxWorks', maxWorks, Number(cell('maxWorks').normalize('NFKC'))),
    panel: text('panel'),
    isChair: chair ?? false,
    problems,
  }
}

/** An empty sheet with the columns of an import. */
export const writeTemplate = (locale: Locale) =>
  writeSheet('xlsx', {
    name: t(locale, 'sheet.reviewers.title'),
    columns: importColumns.map((column) => ({ heading: headingOf(locale, column) })),
    rows: (async function* () {})(),
  })
