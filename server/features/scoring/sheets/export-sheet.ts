import type { RoundId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray } from '../../../platform/database/drizzle.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetModule } from '../../../platform/sheets/sheet-threads.ts'
import { momentCell, type Cell, type NewSheet } from '../../../platform/sheets/write-sheet.ts'
import { account } from '../../accounts/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { sheet, sheetVersion } from '../../review/tables.ts'
import { assignment, entry, panel, reviewer } from '../../rounds/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { personName } from '../board/board-queries.ts'

/** Input of the thread that writes the score sheets of a round. */
export interface ScoreSheet {
  id: RoundId
  rules: RoundRules
  locale: Locale
  timeZone: string
}

const sheetsOf = (db: Database, id: RoundId) =>
  db
    .select({
      code: entry.code,
      removedAt: entry.removedAt,
      number: enrolment.number,
      title: work.title,
      team: team.name,
      panel: panel.name,
      expert: personName,
      scores: sheetVersion.scores,
      total: sheetVersion.total,
      comment: sheetVersion.comment,
      remark: sheetVersion.remark,
      submittedAt: sheetVersion.submittedAt,
    })
    .from(assignment)
    .innerJoin(entry, eq(entry.id, assignment.entryId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .leftJoin(panel, eq(panel.id, entry.panelId))
    .innerJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .innerJoin(
      sheetVersion,
      and(eq(sheetVersion.assignmentId, sheet.assignmentId), eq(sheetVersion.number, sheet.number)),
    )
    .where(and(eq(assignment.roundId, id), inArray(assignment.state, ['open', 'kept'])))
    .orderBy(asc(entry.code), asc(personName), asc(assignment.id))
type Row = Awaited<ReturnType<typeof sheetsOf>>[number]

interface Column {
  heading: string
  hasTime?: boolean
  cell: (row: Row) => Cell
}

/** Hundredths as people and spreadsheets count. */
const pointsCell = (hundredths: number | undefined): Cell => (hundredths === undefined ? null : hundredths / 100)

const columnsOf = ({ rules, locale, timeZone }: ScoreSheet): Column[] => {
  const column = (name: IdAfter<'sheet.scores.column.'>, cell: Column['cell'], hasTime = false): Column => ({
    heading: t(locale, `sheet.scores.column.${name}`, { zone: zoneName(locale, timeZone) }),
    cell,
    hasTime,
  })
  const criteria = rules.kind === 'scored' ? rules.criteria : []
  return [
    column('code', ({ code }) => code),
    column('number', ({ number }) => number),
    column('title', ({ title }) => title),
    column('team', (row) => row.team),
    column('panel', (row) => row.panel),
    column('expert', ({ expert }) => expert),
    ...criteria.map(({ id, label, max }) => ({
      heading: `${localize(label, locale).text} (${max / 100})`,
      cell: ({ scores }: Row) => pointsCell(scores[id]),
    })),
    ...(criteria.length > 0 ? [column('total', ({ total }) => pointsCell(total))] : []),
    column('counts', ({ removedAt }) => t(locale, removedAt ? 'sheet.scores.removed' : 'sheet.scores.counts')),
    column('comment', ({ comment }) => comment),
    column('remark', ({ remark }) => remark),
    column('submittedAt', ({ submittedAt }) => momentCell(submittedAt, timeZone), true),
  ]
}

const cellsOf = async function* (rows: Promise<Row[]>, columns: readonly Column[]): AsyncGenerator<Cell[]> {
  for (const row of await rows) yield columns.map(({ cell }) => cell(row))
}

const openScoreSheet = (db: Database, input: ScoreSheet): NewSheet => {
  const columns = columnsOf(input)
  return { name: t(input.locale, 'sheet.scores.name'), columns, rows: cellsOf(sheetsOf(db, input.id), columns) }
}

export const openSheet = openScoreSheet as SheetModule['openSheet']
