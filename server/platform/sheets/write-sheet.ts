import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { zoneTime } from '../moments.ts'

export type SheetFormat = 'xlsx' | 'csv'

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A day, or a local time: sheets have no time zones. */
export interface SheetDate {
  /** `2026-05-20`, or `2026-05-20 20:00` */
  written: string
}

/** The value of a cell; null: empty. */
export type Cell = string | number | SheetDate | null

export interface NewSheet {
  name: string
  /** `hasTime`: its dates have a time of day. */
  columns: readonly { heading: string; hasTime?: boolean }[]
  rows: AsyncIterable<Cell[]>
}

const withHeadings = async function* ({ columns, rows }: NewSheet): AsyncGenerator<Cell[]> {
  yield columns.map(({ heading }) => heading)
  yield* rows
}

/** A moment in the local time of a zone. */
export const momentCell = (moment: Date | null, timeZone: string): Cell =>
  moment === null ? null : { written: zoneTime(moment, timeZone) }

const isDate = (cell: Cell): cell is SheetDate => typeof cell === 'object' && cell !== null

/** Spreadsheets count days from 1900; earlier dates stay text. */
const firstDay = '1900-03-01'

/** Max length of a cell; spreadsheet programs report a file with longer ones as damaged. */
const maxTextLength = 32_767

/** Characters that XML cannot contain and the library does not replace: one makes the whole file unreadable. */
const unwritable = /[\uFFFE\uFFFF]/g

const xlsxText = (text: string): string => text.replaceAll(unwritable, '\uFFFD').slice(0, maxTextLength).toWellFormed()

const xlsxCell = (cell: Cell): string | number | Date | null => {
  if (typeof cell === 'string') return xlsxText(cell)
  if (!isDate(cell)) return cell
  const { written } = cell
  const date = new Date(`${written.replace(' ', 'T')}${written.length > 10 ? 'Z' : ''}`)
  return written < firstDay || Number.isNaN(date.getTime()) ? written : date
}

const xlsxRows = async function* (rows: AsyncIterable<Cell[]>) {
  for await (const cells of rows) yield cells.map(xlsxCell)
}

/** Chinese spreadsheet programs also take these full-width characters for the start of a formula. */
const wideFormula = /^[＝＋－＠]/

const csvCell = (cell: Cell): string | number => {
  if (typeof cell !== 'string') return isDate(cell) ? cell.written : (cell ?? '')
  return wideFormula.test(cell) ? `'${cell}` : cell
}

const csvRows = async function* (rows: AsyncIterable<Cell[]>): AsyncGenerator<(string | number)[]> {
  for await (const cells of rows) yield cells.map(csvCell)
}

const streamOf = async (
  format: SheetFormat,
  { name, columns }: NewSheet,
  rows: AsyncIterable<Cell[]>,
): Promise<globalThis.ReadableStream<Uint8Array>> => {
  if (format === 'xlsx') {
    const { writeXlsxStream } = await import('hucre/xlsx')
    return writeXlsxStream(xlsxRows(rows), {
      name,
      columns: columns.map(({ hasTime }) => (hasTime ? { numFmt: 'yyyy-mm-dd hh:mm', width: 17 } : {})),
      freezePane: { rows: 1 },
    })
  }
  const { writeCsvStream } = await import('hucre/csv')
  // The byte order mark makes spreadsheet programs read it as UTF-8.
  return writeCsvStream(csvRows(rows), { bom: true, escapeFormulae: true, headers: false })
}

/**
 * Writes a sheet while its rows are read: only a few rows are in memory. No cell is a formula, whatever it starts
 * with.
 */
export const writeSheet = async (format: SheetFormat, sheet: NewSheet): Promise<Readable> => {
  const rows = withHeadings(sheet)
  const stream = Readable.fromWeb((await streamOf(format, sheet, rows)) as ReadableStream)
  // If the consumer stops early, the source of the rows is closed.
  return stream.once('close', () => void rows.return(undefined))
}
