import { Readable } from 'node:stream'
import type { ZipEntry } from './write-zip.ts'

const textEntry = (name: string, text: string, modified: string): ZipEntry => ({
  name,
  modified,
  content: Readable.from([Buffer.from(`${text}\n`)]),
})

/** Says why there is nothing in the archive: some programs call one without entries damaged. */
export const emptyEntry = (why: string, modified: string): ZipEntry => textEntry('_empty.txt', why, modified)

/** Tells what is not in the archive, so that nobody takes it for complete. */
export const missingEntry = (missing: readonly string[], modified: string): ZipEntry =>
  textEntry('_missing.txt', missing.join('\n'), modified)
