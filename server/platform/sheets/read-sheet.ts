import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A row that holds something, with its number in the sheet: the first is 1. */
export interface SheetRow {
  number: number
  cells: string[]
}

export interface SheetLimits {
  maxRows: number
  maxColumns: number
}

export type SheetOutcome = SheetRow[] | 'unreadable' | 'tooLong'

const maxMilliseconds = 15_000
const maxMegabytes = 160

const readerPath = fileURLToPath(new URL('./sheet-reader.ts', import.meta.url))

const outcomeOf = (code: number | null, answer: Buffer): SheetOutcome =>
  code === 0 && answer.length > 0 ? (JSON.parse(answer.toString()) as SheetOutcome) : 'unreadable'

/**
 * Reads the first sheet of an XLSX file, or a CSV file, as text. A process of its own does it, which knows nothing of this one: whatever
 * the file is, that takes a bounded time and memory, and a file that breaks the reader breaks nothing else. (A thread would not do: one
 * that runs out of memory may end the whole program.)
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
