import type { EnrolmentSort, SheetRows } from '@lectern/contract/enrolments/enrolment-values.ts'
import { askedAnswers } from '@lectern/contract/enrolments/form-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { readBatches } from '../../../platform/database/cursor.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetModule } from '../../../platform/sheets/sheet-threads.ts'
import type { Cell, NewSheet } from '../../../platform/sheets/write-sheet.ts'
import { fileFactsOf } from '../../files/service.ts'
import { filesIn } from '../answers/answers.ts'
import { exportedRows } from './export-queries.ts'
import { idsOfAll, type EnrolmentFilter } from './office-queries.ts'
import { withResubmitBy } from './returns.ts'
import { personColumns, teamColumns, type SheetEntry, type SheetPlan } from '../receipts/sheet.ts'

/** Input of the thread that writes a sheet of enrolments. */
export interface EnrolmentSheet extends SheetPlan {
  /** Undefined while there is no edition. */
  filter: EnrolmentFilter | undefined
  sort: EnrolmentSort
  rows: SheetRows
}

const batch = 500

const entriesOf = async (db: Database, ids: readonly EnrolmentId[], plan: SheetPlan): Promise<SheetEntry[]> => {
  const rows = await withResubmitBy({ db }, await exportedRows(db, ids))
  const fields = new Map(plan.activities.map((activity) => [activity.id, activity.fields]))
  // Answers to questions that are not shown are never exported.
  const relevant = rows.map((row) => ({
    ...row,
    answers: askedAnswers(fields.get(row.activity.id) ?? [], row.answers),
  }))
  const files = await fileFactsOf(
    { db },
    relevant.flatMap(({ answers }) => filesIn(answers)),
  )
  return relevant.map((row) => ({ row, files }))
}

const entriesOfAll = async function* (
  db: Database,
  { filter, sort, ...plan }: EnrolmentSheet,
): AsyncGenerator<SheetEntry> {
  if (!filter) return
  const read = (within: Database, page: { id: EnrolmentId }[]) =>
    entriesOf(
      within,
      page.map(({ id }) => id),
      plan,
    )
  for await (const entries of readBatches(db, idsOfAll(db, filter, sort), batch, read)) yield* entries
}

const teamRows = async function* (
  entries: AsyncIterable<SheetEntry>,
  columns: ReturnType<typeof teamColumns>,
): AsyncGenerator<Cell[]> {
  for await (const entry of entries) yield columns.map(({ cell }) => cell(entry))
}

const personRows = async function* (
  entries: AsyncIterable<SheetEntry>,
  columns: ReturnType<typeof personColumns>,
): AsyncGenerator<Cell[]> {
  for await (const entry of entries)
    for (const person of entry.row.people) yield columns.map(({ cell }) => cell({ ...entry, person }))
}

const openEnrolmentSheet = (db: Database, sheet: EnrolmentSheet): NewSheet => {
  const name = t(sheet.locale, 'sheet.enrolments.name')
  const entries = entriesOfAll(db, sheet)
  if (sheet.rows === 'people') {
    const columns = personColumns(sheet)
    return { name, columns, rows: personRows(entries, columns) }
  }
  const columns = teamColumns(sheet)
  return { name, columns, rows: teamRows(entries, columns) }
}

export const openSheet = openEnrolmentSheet as SheetModule['openSheet']
