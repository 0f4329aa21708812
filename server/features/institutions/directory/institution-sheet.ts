import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import {
  institutionColumns,
  institutionKinds,
  maxInstitutionName,
  type InstitutionColumn,
  type InstitutionKind,
} from '@lectern/contract/institutions/institution-values.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../../platform/sheets/write-sheet.ts'
import { foldHeading, reporterOf, type CellProblem, type SheetColumns } from '../sheet-columns.ts'

/** What people write in a sheet of institutions, in any of the languages. */

export const headingOf = (locale: Locale, column: InstitutionColumn): string =>
  t(locale, `sheet.institutions.${column}`)

const kindsByName = new Map<string, InstitutionKind>(
  institutionKinds.flatMap((kind) =>
    [kind, ...locales.map((locale) => t(locale, `sheet.institutions.kind.${kind}`))].map((name) => [
      foldHeading(name),
      kind,
    ]),
  ),
)

const nameColumns = {
  name: 'zh-CN',
  zhTW: 'zh-TW',
  enUS: 'en-US',
  idID: 'id-ID',
  ptBR: 'pt-BR',
} as const satisfies Partial<Record<InstitutionColumn, Locale>>

/** A row as it would be stored; invalid values are left out and reported. */
export interface SheetInstitution {
  sheetRow: SheetRow
  kind: InstitutionKind
  code: string | null
  name: LocalizedText
  /** The code or a name of the province. */
  parent: string
  aliases: string[]
  problems: CellProblem[]
}

/** Validates one row: every problem is reported. */
export const readInstitution = (
  sheetRow: SheetRow,
  columns: SheetColumns<InstitutionColumn>,
  locale: Locale,
): SheetInstitution => {
  const problems: CellProblem[] = []
  const report = reporterOf(sheetRow, columns, problems, (column) => headingOf(locale, column))
  const cell = (column: InstitutionColumn): string =>
    plainName((sheetRow.cells[columns.get(column)?.index ?? -1] ?? '').slice(0, 4_000))
  const kind = cell('kind') === '' ? 'school' : kindsByName.get(foldHeading(cell('kind')))
  if (!kind) {
    const values = joinList(
      locale,
      institutionKinds.map((one) => t(locale, `sheet.institutions.kind.${one}`)),
    )
    report('kind', t(locale, 'validation.enum', { values }))
  }
  const name: LocalizedText = {}
  for (const [column, language] of Object.entries(nameColumns) as [keyof typeof nameColumns, Locale][]) {
    const text = cell(column)
    if (text.length > maxInstitutionName)
      report(column, t(locale, 'sheet.institutions.tooLong', { most: maxInstitutionName }))
    else if (text !== '') name[language] = text
  }
  const aliases = cell('aliases')
    .split(/[、;；|\n]+/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  for (const alias of aliases)
    if (alias.length > maxInstitutionName)
      report('aliases', t(locale, 'sheet.institutions.tooLong', { most: maxInstitutionName }))
  if (kind === 'province' && cell('parent') !== '') report('parent', t(locale, 'error.institution.parentUnfit'))
  return {
    sheetRow,
    kind: kind ?? 'school',
    code: cell('code') === '' ? null : cell('code').toUpperCase(),
    name,
    parent: cell('parent'),
    aliases,
    problems,
  }
}

/** An empty sheet with the columns of an import. */
export const institutionTemplate = async (locale: Locale) => ({
  name: `${t(locale, 'sheet.institutions.templateName')}.xlsx`,
  body: await writeSheet('xlsx', {
    name: t(locale, 'sheet.institutions.title'),
    columns: institutionColumns.map((column) => ({ heading: headingOf(locale, column) })),
    rows: (async function* () {})(),
  }),
})
