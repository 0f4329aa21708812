import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import { runInProcess } from '../media/media-processes.ts'
import { isFileFault } from '../media/read-media.ts'
import type { SheetLimits, SheetOutcome } from './sheet-reader.ts'

export type { SheetRow } from './sheet-reader.ts'

/** Types of uploads that may be a sheet. Browsers report one that depends on installed software; the bytes decide. */
export const sheetUploads =
  /^(application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/csv|application\/octet-stream)(;|$)/

/** The bytes decide what kind of sheet it is. */
const anySheet = 'application/octet-stream'

/** Reads the first sheet of an XLSX file, or a CSV file, as text, where a hostile file does no harm. */
export const readSheet = async (file: Buffer, limits: SheetLimits): Promise<SheetOutcome> => {
  try {
    const task = { kind: 'readSheet', type: anySheet, size: file.length, sheet: limits } as const
    return (await runInProcess(sourceIn(file), task)) as SheetOutcome
  } catch (error) {
    if (isFileFault(error)) return 'unreadable'
    throw error
  }
}
