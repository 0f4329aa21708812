import { decodeText } from './sheet-text.ts'
import { isHarmlessZip } from './zip-directory.ts'

/** A non-empty row with its number in the sheet, counted from 1. */
export interface SheetRow {
  number: number
  cells: string[]
}

export interface SheetLimits {
  maxRows: number
  maxColumns: number
}

export type SheetOutcome = SheetRow[] | 'unreadable' | 'tooLong'

const maxUnpackedBytes = 32 * 1024 * 1024
/** In all cells together: one shared string can occur in very many. */
const maxCharacters = 10_000_000

type Cells = readonly unknown[]

/** A cell as text. Formulas give their stored value; nothing is computed. */
const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const text = cell.toISOString().slice(0, 16).replace('T', ' ')
    return text.endsWith(' 00:00') ? text.slice(0, 10) : text
  }
  return String(cell)
}

const readXlsx = async function* (file: Buffer): AsyncGenerator<{ number: number; cells: Cells }> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(file)) yield { number: index + 1, cells: values }
}

const readCsv = async function* (text: string): AsyncGenerator<{ number: number; cells: Cells }> {
  const { detectDelimiter, streamCsvRows } = await import('hucre/csv')
  const detected = detectDelimiter(text)
  const delimiter = [',', ';', '\t'].includes(detected) ? detected : ','
  let number = 0
  // Our own exports escape what could be taken for a formula.
  for (const cells of streamCsvRows(text, { delimiter, unescapeFormulae: true })) {
    number += 1
    yield {
      number,
      cells: cells.map((cell) => (typeof cell === 'string' ? cell.replace(/^'(?=[＝＋－＠])/, '') : cell)),
    }
  }
}

const openSheet = (file: Buffer) => {
  if (file.readUInt32BE(0) === 0x504b0304) return isHarmlessZip(file, maxUnpackedBytes) ? readXlsx(file) : undefined
  const text = decodeText(file)
  return text === undefined ? undefined : readCsv(text)
}

/** Reads rows until there are too many. Throws if the file is damaged. */
export const readRows = async (file: Buffer, { maxRows, maxColumns }: SheetLimits): Promise<SheetOutcome> => {
  const sheet = file.length < 4 ? undefined : openSheet(file)
  if (!sheet) return 'unreadable'
  const rows: SheetRow[] = []
  let characters = 0
  for await (const { number, cells } of sheet) {
    const length = cells.findLastIndex((cell) => textOf(cell).trim() !== '') + 1
    if (length === 0) continue
    if (length > maxColumns) return 'unreadable'
    if (rows.length === maxRows) return 'tooLong'
    const texts = cells.slice(0, length).map(textOf)
    for (const text of texts) characters += text.length
    if (characters > maxCharacters) return 'unreadable'
    rows.push({ number, cells: texts })
  }
  return rows
}
