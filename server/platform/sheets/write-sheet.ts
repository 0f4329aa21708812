import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export type SheetFormat = 'xlsx' | 'csv'

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

interface NewSheet {
  name: string
  headings: string[]
  rows: AsyncIterable<string[]>
}

const withHeadings = async function* ({ headings, rows }: NewSheet): AsyncGenerator<string[]> {
  yield headings
  yield* rows
}

/** Spreadsheets in Chinese also take these, typed in full width, for the beginning of a formula. */
const wideFormula = /^[＝＋－＠]/

const escaped = async function* (rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of rows) yield cells.map((cell) => (wideFormula.test(cell) ? `'${cell}` : cell))
}

const streamOf = async (
  format: SheetFormat,
  { name }: NewSheet,
  rows: AsyncIterable<string[]>,
): Promise<globalThis.ReadableStream<Uint8Array>> => {
  if (format === 'xlsx') {
    const { writeXlsxStream } = await import('hucre/xlsx')
    return writeXlsxStream(rows, { name, freezePane: { rows: 1 } })
  }
  const { writeCsvStream } = await import('hucre/csv')
  // The mark at the beginning makes spreadsheets read it as UTF-8.
  return writeCsvStream(escaped(rows), { bom: true, escapeFormulae: true, headers: false })
}

/** Writes a sheet while its rows are read: only a few rows are in memory. No cell is a formula, whatever it begins with. */
export const writeSheet = async (format: SheetFormat, sheet: NewSheet): Promise<Readable> => {
  const rows = withHeadings(sheet)
  const written = Readable.fromWeb((await streamOf(format, sheet, rows)) as ReadableStream)
  // Whoever goes away in the middle takes nothing more: what the rows are read from is let go of.
  return written.once('close', () => void rows.return(undefined))
}
