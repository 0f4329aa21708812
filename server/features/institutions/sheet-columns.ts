import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { fail } from '../../platform/failure.ts'
import { t } from '../../platform/messages.ts'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'

export interface CellProblem {
  column: string
  value: string
  message: string
}

export type SheetColumns<Column> = ReadonlyMap<Column, { index: number; heading: string }>

const maxColumns = 100
const maxHeadingLength = 200

/** Text in brackets and the star of a required column are ignored. */
export const foldHeading = (text: string): string =>
  plainName(text.slice(0, maxHeadingLength))
    .toLowerCase()
    .replace(/[(*].*$/s, '')
    .trim()

interface Described<Column extends string> {
  columns: readonly Column[]
  required: readonly Column[]
  headingOf: (locale: Locale, column: Column) => string
  maxRows: number
}

/** Reads a sheet and finds its columns, by their names in any of the languages. */
export const openSheet = async <Column extends string>(
  file: Buffer,
  locale: Locale,
  { columns: known, required, headingOf, maxRows }: Described<Column>,
) => {
  const sheet = await readSheet(file, { maxRows: maxRows + 1, maxColumns })
  if (sheet === 'unreadable') throw fail('sheet.unreadable')
  if (sheet === 'tooLong') throw fail('sheet.tooLong', { most: maxRows })
  const [headings, ...rows] = sheet
  if (!headings || rows.length === 0) throw fail('sheet.empty')
  const byHeading = new Map<string, Column>(
    known.flatMap((column) =>
      [column, ...locales.map((language) => headingOf(language, column))].map((heading): [string, Column] => [
        foldHeading(heading),
        column,
      ]),
    ),
  )
  const columns = new Map<Column, { index: number; heading: string }>()
  const problems: (CellProblem & { row: number })[] = []
  const report = (column: string, problem: 'unknownColumn' | 'doubleColumn' | 'missingColumn') =>
    problems.push({ row: headings.number, column, value: '', message: t(locale, `sheet.problem.${problem}`) })
  for (const [index, heading] of headings.cells.entries()) {
    if (heading.trim() === '') continue
    const column = byHeading.get(foldHeading(heading))
    if (!column) report(heading.slice(0, 100), 'unknownColumn')
    else if (columns.has(column)) report(heading, 'doubleColumn')
    else columns.set(column, { index, heading })
  }
  for (const column of required) if (!columns.has(column)) report(headingOf(locale, column), 'missingColumn')
  return { rows, columns: columns as SheetColumns<Column>, problems }
}

/** Reports a problem of a row under the heading of its column, with the text of its cell. */
export const reporterOf =
  <Column extends string>(
    { cells }: SheetRow,
    columns: SheetColumns<Column>,
    problems: CellProblem[],
    headingOf: (column: Column) => string,
  ) =>
  (column: Column, message: string): void => {
    const { heading = headingOf(column), index = -1 } = columns.get(column) ?? {}
    problems.push({ column: heading, value: (cells[index] ?? '').slice(0, 100), message })
  }
