import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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

/** Types of uploads that may be a sheet. Browsers report one that depends on installed software; the bytes decide. */
export const sheetUploads =
  /^(application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/csv|application\/octet-stream)(;|$)/

const maxMilliseconds = 15_000
const maxMegabytes = 160

const readerPath = fileURLToPath(new URL('./sheet-reader.ts', import.meta.url))

const outcomeOf = (code: number | null, answer: Buffer): SheetOutcome =>
  code === 0 && answer.length > 0 ? (JSON.parse(answer.toString()) as SheetOutcome) : 'unreadable'

/**
 * Reads the first sheet of an XLSX file, or a CSV file, as text, in a separate process: time and memory are bounded,
 * and a file that crashes the reader affects nothing else. (A thread that runs out of memory may end the whole
 * program.)
 */
export const readSheet = (file: Buffer, limits: SheetLimits): Promise<SheetOutcome> =>
  new Promise((resolve) => {
    const reader = spawn(
      process.execPath,
      [`--max-old-space-size=${maxMegabytes}`, readerPath, JSON.stringify(limits)],
      {
        env: {},
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout: maxMilliseconds,
        killSignal: 'SIGKILL',
      },
    )
    const answer: Buffer[] = []
    reader.stdout.on('data', (chunk: Buffer) => answer.push(chunk))
    reader.once('error', () => resolve('unreadable'))
    reader.once('close', (code) => resolve(outcomeOf(code, Buffer.concat(answer))))
    // A reader that has seen enough does not wait for the rest.
    reader.stdin.on('error', () => undefined)
    reader.stdin.end(file)
  })
