import type { Locale } from '@lectern/contract/locales.ts'
import type { Database } from '../../platform/database/connect.ts'
import { t } from '../../platform/messages.ts'
import type { SheetModule } from '../../platform/sheets/sheet-threads.ts'
import type { Cell, NewSheet } from '../../platform/sheets/write-sheet.ts'
import { membersAfter, type MemberFilter, type MemberRow, type Position } from './queries.ts'
import { cellsFor, columnsFor } from './sheet.ts'

/** Input of the thread that writes a sheet of members. */
export interface MemberSheet {
  filter: MemberFilter
  locale: Locale
  timeZone: string
}

const batch = 1_000

/** All members of a filter, in batches: only a few are in memory at a time. */
const everyMember = async function* (db: Database, filter: MemberFilter): AsyncGenerator<MemberRow> {
  let last: Position | undefined
  do {
    const members = await membersAfter(db, filter, last, batch)
    yield* members
    last = members.length < batch ? undefined : members.at(-1)
  } while (last)
}

const rowsOf = async function* (
  members: AsyncIterable<MemberRow>,
  cellsOf: (member: MemberRow) => Cell[],
): AsyncGenerator<Cell[]> {
  for await (const member of members) yield cellsOf(member)
}

const openMemberSheet = (db: Database, { filter, ...reader }: MemberSheet): NewSheet => ({
  name: t(reader.locale, 'sheet.name'),
  columns: columnsFor(reader),
  rows: rowsOf(everyMember(db, filter), cellsFor(reader)),
})

export const openSheet = openMemberSheet as SheetModule['openSheet']
