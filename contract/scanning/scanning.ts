import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const count = z.int().min(0)

export const readScanning = endpoint({
  method: 'GET',
  path: '/api/file-scans',
  summary: 'Whether files are scanned for malware, by what, and how many were, for organisers',
  answer: z.object({
    /** False: files are not scanned. */
    isOn: z.boolean(),
    /** The program and its signatures, as it names them; null: it does not answer. */
    engine: z.string().nullable(),
    /** Larger files are not scanned, in bytes; null: no file is. */
    maxBytes: z.int().nullable(),
    /** Files by what is known of them. `waiting`: they will be scanned. */
    counts: z.object({
      clean: count,
      infected: count,
      waiting: count,
      /** Too large, or the scanner could not look into all of it. */
      notScanned: count,
      films: count,
    }),
  }),
})

export const scanAgain = endpoint({
  method: 'POST',
  path: '/api/file-scans',
  summary: 'Has every file scanned again, such as after new signatures; films are not',
  answer: z.object({ count }),
})
