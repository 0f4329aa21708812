import type { WorkId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { WorkSort } from '@lectern/contract/works/work-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { readBatches } from '../../../platform/database/cursor.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetModule } from '../../../platform/sheets/sheet-threads.ts'
import { momentCell, type Cell, type NewSheet } from '../../../platform/sheets/write-sheet.ts'
import { idsOfAll, worksListed, type ListedRow, type WorkFilter } from './office-queries.ts'

/** Input of the thread that writes a sheet of works. */
export interface WorkSheet {
  /** Undefined while there is no edition. */
  filter: WorkFilter | undefined
  sort: WorkSort
  locale: Locale
  timeZone: string
}

const batch = 500

const rowsOf = async function* (db: Database, { filter, sort }: WorkSheet): AsyncGenerator<ListedRow> {
  if (!filter) return
  const read = (within: Database, found: { id: WorkId }[]) =>
    worksListed(
      within,
      found.map(({ id }) => id),
      sort,
    )
  for await (const rows of readBatches(db, idsOfAll(db, filter, sort), batch, read)) yield* rows
}

interface Column {
  heading: string
  hasTime?: boolean
  cell: (row: ListedRow) => Cell
}

const columnsOf = ({ locale, timeZone }: WorkSheet): Column[] => {
  const column = (name: IdAfter<'sheet.works.column.'>, cell: Column['cell'], hasTime = false): Column => ({
    heading: t(locale, `sheet.works.column.${name}`, { zone: zoneName(locale, timeZone) }),
    cell,
    hasTime,
  })
  const yes = (is: boolean): Cell => (is ? t(locale, 'sheet.enrolments.yes') : null)
  return [
    column('number', ({ number }) => number),
    column('title', ({ title }) => title),
    column('state', ({ state }) => t(locale, `work.state.${state}`)),
    column('activity', ({ activity }) => localize(activity.name, locale).text),
    column('team', ({ team }) => team.name),
    column('school', ({ school }) => school),
    column('province', ({ province }) => (province === null ? null : (regionName(province, locale) ?? province))),
    column('submission', ({ submission }) => submission),
    column('submittedAt', ({ submittedAt }) => momentCell(submittedAt, timeZone), true),
    column('late', ({ isLate }) => yes(isLate)),
    column('changed', ({ isChanged }) => yes(isChanged)),
    column('findings', ({ worstFinding }) => worstFinding && t(locale, `sheet.works.finding.${worstFinding}`)),
    column('leaks', ({ openLeaks }) => openLeaks),
    column('missing', ({ missingParts }) => missingParts),
    column('decidedAt', ({ decidedAt }) => momentCell(decidedAt, timeZone), true),
    column('reason', ({ reason }) => reason),
  ]
}

const cellsOf = async function* (rows: AsyncIterable<ListedRow>, columns: readonly Column[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(({ cell }) => cell(row))
}

const openWorkSheet = (db: Database, sheet: WorkSheet): NewSheet => {
  const columns = columnsOf(sheet)
  return { name: t(sheet.locale, 'sheet.works.name'), columns, rows: cellsOf(rowsOf(db, sheet), columns) }
}

export const openSheet = openWorkSheet as SheetModule['openSheet']
