import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { AccessValue } from '@lectern/contract/accounts/account-values.ts'
import { email, phone, profileFields, username } from '@lectern/contract/accounts/account-fields.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { t } from '../../platform/messages.ts'
import type { SheetRow } from '../../platform/sheets/read-sheet.ts'
import { fieldOf, headingOf, isImported, type ImportedField } from './sheet.ts'
import { accessLabels, accessNamed, cityNamed, countryNamed, provinceNamed } from './sheet-words.ts'

export interface Problem {
  row: number
  column: string
  /** The value of the cell, shortened. */
  value: string
  message: string
}

const maxValueLength = 100

/** The cell as shown beside its problem. */
export const shownValue = (cell = ''): string =>
  cell.length > maxValueLength ? `${cell.slice(0, maxValueLength)}…` : cell

type Values = Partial<Record<ImportedField, string>>

/** A row as it would be stored; invalid values are left out and reported. */
export interface NewMember {
  row: number
  /** As entered in the sheet. */
  given: Values
  values: Values & { access: AccessValue }
}

/** The column of each field, and its heading. */
export type Columns = ReadonlyMap<ImportedField, { index: number; heading: string }>

export const readHeadings = ({ number: row, cells }: SheetRow, locale: Locale) => {
  const columns = new Map<ImportedField, { index: number; heading: string }>()
  const problems: Problem[] = []
  const report = (column: string, problem: IdAfter<'sheet.problem.'>) =>
    problems.push({ row, column, value: '', message: t(locale, `sheet.problem.${problem}`) })
  for (const [index, heading] of cells.entries()) {
    if (heading.trim() === '') continue
    const field = fieldOf(heading)
    if (!field) report(heading.slice(0, 100), 'unknownColumn')
    else if (!isImported(field)) continue
    else if (columns.has(field)) report(heading, 'doubleColumn')
    else columns.set(field, { index, heading })
  }
  if (!columns.has('username')) report(headingOf(locale, 'username'), 'missingColumn')
  return { columns: columns as Columns, problems }
}

const { profile: _profile, country: _country, ...texts } = profileFields
const plainFields = { username, email, phone, ...texts }

type Report = (field: ImportedField, message: string) => void

const isIn = <Key extends string>(key: string, fields: Record<Key, unknown>): key is Key => key in fields

const checkPlainFields = (input: Values, locale: Locale, report: Report): Values => {
  const values: Values = {}
  for (const [field, text] of Object.entries(input) as [ImportedField, string][]) {
    if (!isIn(field, plainFields)) continue
    const result = plainFields[field].safeParse(text, { reportInput: true })
    if (result.success) values[field] = result.data
    else for (const { message } of problemsOf(result.error, plainFields[field], locale)) report(field, message)
  }
  return values
}

/** In China, which is the default country, provinces and cities must be those of the list. */
const checkResidence = (values: Values, locale: Locale, report: Report): Values => {
  const country = values.country === undefined ? undefined : countryNamed(values.country)
  if (values.country !== undefined && !country) {
    report('country', t(locale, 'sheet.problem.country'))
    return {}
  }
  const knownValues: Values = country ? { country } : {}
  if (country !== undefined && country !== 'CN') return knownValues
  const unknown = t(locale, 'error.account.regionUnknown')
  const province = values.province === undefined ? undefined : provinceNamed(values.province)
  if (values.province !== undefined && !province) report('province', unknown)
  const city = values.city === undefined || !province ? undefined : cityNamed(province, values.city)
  if (values.city !== undefined && !city && (province || values.province === undefined)) report('city', unknown)
  return { ...knownValues, ...(province && { province }), ...(city && { city }) }
}

/** Validates one row: every problem, under the heading of its column. */
export const checkRow = ({ number: row, cells }: SheetRow, columns: Columns, locale: Locale) => {
  const problems: Problem[] = []
  const report: Report = (field, message) => {
    const { heading = headingOf(locale, field), index = -1 } = columns.get(field) ?? {}
    problems.push({ row, column: heading, value: shownValue(cells[index]), message })
  }
  const input: Values = {}
  for (const [field, { index }] of columns) {
    const text = cells[index]?.trim()
    if (text) input[field] = text
  }
  if (input.username === undefined) report('username', t(locale, 'validation.required'))
  if ((input.email ?? input.phone) === undefined) report('email', t(locale, 'error.account.contactNeeded'))
  const access = input.access === undefined ? 'user' : accessNamed(input.access)
  if (!access) report('access', t(locale, 'validation.enum', { values: accessLabels(locale) }))
  const values = {
    ...checkPlainFields(input, locale, report),
    ...checkResidence(input, locale, report),
    access: access ?? 'user',
  }
  return { member: { row, given: input, values } satisfies NewMember, problems }
}
