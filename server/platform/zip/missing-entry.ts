import { Readable } from 'node:stream'
import type { ZipEntry } from './write-zip.ts'

/** Tells what is not in the archive, so that nobody takes it for complete. */
export const missingEntry = (missing: readonly string[], modified: string): ZipEntry => ({
  name: '_missing.txt',
  modified,
  content: Readable.from([Buffer.from(`${missing.join('\n')}\n`)]),
})
