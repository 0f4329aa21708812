import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { RowVerdict } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetModule } from '../../../platform/sheets/sheet-threads.ts'
import { momentCell, type Cell, type NewSheet } from '../../../platform/sheets/write-sheet.ts'
import { entriesOfInstitution, type ExportedEntry } from './exported-entries.ts'
import type { FoundList } from './list-queries.ts'

/** Input of the thread that writes a sheet of recommendations. */
export interface RecommendationSheet {
  found: Pick<FoundList, 'rules' | 'institution' | 'list'>
  what: 'list' | 'entries'
  locale: Locale
  timeZone: string
}

interface Column {
  heading: string
  hasTime?: boolean
  cell: (row: ExportedEntry) => Cell
}

const columnsOf = ({ locale, timeZone, found, what }: RecommendationSheet): Column[] => {
  const column = (name: IdAfter<'sheet.recommendations.column.'>, cell: Column['cell'], hasTime = false): Column => ({
    heading: t(locale, `sheet.recommendations.column.${name}`),
    cell,
    hasTime,
  })
  const verdict = (value: RowVerdict | null): Cell => value && t(locale, `sheet.recommendations.verdict.${value}`)
  return [
    column('rank', ({ rank }) => rank),
    column('number', ({ number }) => number),
    ...(found.rules.thing === 'work' ? [column('title', ({ title }) => title)] : []),
    column('team', ({ team }) => team),
    column('captain', ({ captain }) => captain),
    column('school', ({ school }) => school && localize(school, locale).text),
    ...(found.institution.kind === 'province' ? [column('rankBelow', ({ rankBelow }) => rankBelow)] : []),
    column('submittedAt', ({ submittedAt }) => momentCell(submittedAt, timeZone), true),
    ...(what === 'entries'
      ? [column('missing', ({ missingParts }) => missingParts)]
      : [
          column('remark', ({ remark }) => remark),
          column('verdict', ({ verdict: value }) => verdict(value)),
          column('reason', ({ reason }) => reason),
        ]),
  ]
}

const cellsOf = async function* (
  db: Database,
  { found, what }: RecommendationSheet,
  columns: readonly Column[],
): AsyncGenerator<Cell[]> {
  for await (const row of entriesOfInstitution(db, found, what)) yield columns.map(({ cell }) => cell(row))
}

const openRecommendationSheet = (db: Database, sheet: RecommendationSheet): NewSheet => {
  const columns = columnsOf(sheet)
  return { name: t(sheet.locale, 'sheet.recommendations.name'), columns, rows: cellsOf(db, sheet, columns) }
}

export const openSheet = openRecommendationSheet as SheetModule['openSheet']
