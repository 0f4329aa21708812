import type { ResultListId } from '@lectern/contract/ids.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import { regionName } from '@lectern/contract/regions.ts'
import type { PublicColumn } from '@lectern/contract/results/result-values.ts'
import { readListInput, type ListWork } from '../ranking/list-input.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNotNull } from '../../../platform/database/drizzle.ts'
import { t } from '../../../platform/messages.ts'
import type { SheetModule } from '../../../platform/sheets/sheet-threads.ts'
import type { Cell, NewSheet } from '../../../platform/sheets/write-sheet.ts'
import { presentGroup, presentPrize } from '../present.ts'
import { resultList, resultRow } from '../tables.ts'

/** Input of the thread that writes a list as a sheet. `columns`: as visitors see it; absent: everything, for organisers. */
export interface ResultSheet {
  id: ResultListId
  rules: PrizeRules
  fields: FormField[]
  /** Names of the rounds that count. */
  rounds: LocalizedText[]
  locale: Locale
  columns?: readonly PublicColumn[]
}

const rowsOf = (db: Database, { id, columns }: ResultSheet) =>
  db
    .select()
    .from(resultRow)
    .where(and(eq(resultRow.listId, id), columns ? isNotNull(resultRow.awardPosition) : undefined))
    .orderBy(asc(columns ? resultRow.awardPosition : resultRow.position))
type Row = typeof resultRow.$inferSelect

interface Column {
  heading: string
  cell: (row: Row, work: ListWork | undefined) => Cell
}

/** Hundredths as people and spreadsheets count. */
const pointsCell = (hundredths: number | null | undefined): Cell =>
  hundredths === null || hundredths === undefined ? null : hundredths / 100

const namesCell = ({ people }: Row, isAdvisor: boolean): Cell =>
  people
    .filter(({ role, name }) => (role === 'advisor') === isAdvisor && name !== '')
    .map(({ name }) => name)
    .join(' · ')

const columnsOf = (sheet: ResultSheet): Column[] => {
  const { locale, rules } = sheet
  const heading = (name: IdAfter<'sheet.results.column.'>): string => t(locale, `sheet.results.column.${name}`)
  const yes = (is: boolean): Cell => (is ? t(locale, 'sheet.enrolments.yes') : null)
  const byName: Record<PublicColumn, Column['cell']> = {
    rank: ({ rank }) => rank,
    score: ({ score }) => pointsCell(score),
    prize: ({ prize }) => (prize === null ? null : presentPrize(locale, rules, prize).label),
    title: ({ title }) => title,
    team: ({ team }) => team,
    people: (row) => namesCell(row, false),
    advisors: (row) => namesCell(row, true),
    school: ({ school }) => school,
    province: ({ province }) => (province === null ? null : (regionName(province, locale) ?? province)),
    number: ({ number }) => number,
  }
  const namedColumns = (names: readonly PublicColumn[]): Column[] =>
    names.map((name) => ({ heading: heading(name), cell: byName[name] }))
  const group: Column[] = rules.group
    ? [{ heading: heading('group'), cell: (row) => presentGroup(locale, sheet, row.group)?.label ?? null }]
    : []
  const reason: Column = { heading: heading('adjustmentReason'), cell: ({ adjustmentReason }) => adjustmentReason }
  if (sheet.columns) return [...group, ...namedColumns(sheet.columns), reason]
  return [
    ...group,
    ...namedColumns(['rank', 'number', 'title', 'team', 'people', 'advisors', 'school', 'province', 'score', 'prize']),
    ...sheet.rounds.map((name, at): Column => {
      const { perMille } = rules.rounds[at]!
      return {
        heading: `${localize(name, locale).text} (${perMille / 10} %)`,
        cell: (_, work) => pointsCell(work?.rounds[at]?.score),
      }
    }),
    { heading: heading('excluded'), cell: ({ isExcluded }) => yes(isExcluded) },
    { heading: heading('capped'), cell: ({ isCapped }) => yes(isCapped) },
    { heading: heading('adjusted'), cell: ({ isAdjusted }) => yes(isAdjusted) },
    reason,
  ]
}

const cellsOf = async function* (db: Database, sheet: ResultSheet, columns: readonly Column[]): AsyncGenerator<Cell[]> {
  const [list] = sheet.columns
    ? []
    : await db.select({ input: resultList.input }).from(resultList).where(eq(resultList.id, sheet.id))
  const works = new Map((list ? readListInput(list.input).works : []).map((work) => [work.number, work]))
  for (const row of await rowsOf(db, sheet)) yield columns.map(({ cell }) => cell(row, works.get(row.number)))
}

const openResultSheet = (db: Database, sheet: ResultSheet): NewSheet => {
  const columns = columnsOf(sheet)
  return { name: t(sheet.locale, 'sheet.results.name'), columns, rows: cellsOf(db, sheet, columns) }
}

export const openSheet = openResultSheet as SheetModule['openSheet']
