import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { zoneTime } from '../moments.ts'

export type SheetFormat = 'xlsx' | 'csv'

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A day, or a time as the clocks of its zone show it: sheets know no zones. */
export interface SheetDate {
  /** `2026-05-20`, or `2026-05-20 20:00` */
  written: string
}

/** What a cell holds; null: nothing. */
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

/** A moment as the clocks of a zone show it. */
export const momentCell = (moment: Date | null, timeZone: string): Cell =>
  moment === null ? null : { written: zoneTime(moment, timeZone) }

const isDate = (cell: Cell): cell is SheetDate => typeof cell === 'object' && cell !== null

/** Spreadsheets begin to count days in 1900; what is before stays text. */
const firstDay = '1900-03-01'

/** The most that a cell holds; spreadsheets take a file with longer ones for damaged. */
const maxTextLength = 32_767

/** What XML cannot hold, and the library does not replace: one such character makes the whole file unreadable. */
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

/** Spreadsheets in Chinese also take these, typed in full width, for the beginning of a formula. */
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
  // The mark at the beginning makes spreadsheets read it as UTF-8.
  return writeCsvStream(csvRows(rows), { bom: true, escapeFormulae: true, headers: false })
}

/** Writes a sheet while its rows are read: only a few rows are in memory. No cell is a formula, whatever it begins with. */
export const writeSheet = async (format: SheetFormat, sheet: NewSheet): Promise<Readable> => {
  const rows = withHeadings(sheet)
  const written = Readable.fromWeb((await streamOf(format, sheet, rows)) as ReadableStream)
  // Whoever goes away in the middle takes nothing more: what the rows are read from is let go of.
  return written.once('close', () => void rows.return(undefined))
}
