import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pictureFormats } from './file-addresses.ts'
import { filePurposes, type FilePurpose } from './file-values.ts'
import { fileId } from '../ids.ts'

/** A picture on a page; its URLs follow from id and width. */
export const picture = z.object({ id: fileId, width: z.int(), height: z.int() })
export type Picture = z.infer<typeof picture>

/** A file that users can download. */
export const fileFacts = z.object({
  id: fileId,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
})
export type FileFacts = z.infer<typeof fileFacts>

const params = z.strictObject({ id: fileId })

/** The response is the file itself. */
export const readFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'A stored file, or a range of it; private files only for users with access',
  params,
  answer: z.never(),
})

/** The response is the picture itself. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/api/files/:id/:variant',
  summary: 'A picture in one of its widths and formats',
  params: params.extend({ variant: z.string().regex(new RegExp(`^\\d{1,4}\\.(${pictureFormats.join('|')})$`)) }),
  answer: z.never(),
})

/** States of an uploaded file: not inspected yet, available, or refused. */
export const fileStates = ['waiting', 'stored', 'refused'] as const

export const readFileState = endpoint({
  method: 'GET',
  path: '/api/files/:id/state',
  summary: 'The state of a file that the caller has uploaded; organisers may request any',
  params,
  answer: z.object({
    id: fileId,
    purpose: z.enum(Object.keys(filePurposes) as [FilePurpose, ...FilePurpose[]]),
    state: z.enum(fileStates),
    name: z.string(),
    size: z.int(),
    /** Only for a stored picture. */
    picture: picture.nullable(),
    /** Why it was refused, in the caller's language. */
    refusal: z.string().nullable(),
  }),
})

/** Share of the disk above which organisers are warned. */
export const lowSpaceShare = 0.8

export const readDiskSpace = endpoint({
  method: 'GET',
  path: '/api/disk-space',
  summary: 'Disk usage of uploaded files, for organisers; null if files are stored in a bucket',
  answer: z.object({
    disk: z
      .object({
        /** All sizes are in bytes. */
        total: z.int(),
        free: z.int(),
        /** Free bytes that files may use; the rest is reserved for the database. */
        usable: z.int(),
        /** Reserved by running uploads, and not received yet. */
        promised: z.int(),
        /** Used share of the whole disk, reserved bytes included; from 0 to 1. */
        usedShare: z.number(),
        isLow: z.boolean(),
      })
      .nullable(),
  }),
})
