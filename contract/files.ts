import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filePurposes, pictureFormats, type FilePurpose } from './file-values.ts'
import { fileId } from './ids.ts'

/** A picture as pages show it; its addresses follow from its id and its width. */
export const picture = z.object({ id: fileId, width: z.int(), height: z.int() })
export type Picture = z.infer<typeof picture>

/** A file as people load it. */
export const fileFacts = z.object({
  id: fileId,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** In hexadecimal digits. */
  sha256: z.string(),
})
export type FileFacts = z.infer<typeof fileFacts>

const params = z.strictObject({ id: fileId })

/** The answer is the file itself. */
export const readFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'A stored file, whole or a range of it; files that are not public only for those who may see them',
  params,
  answer: z.never(),
})

/** The answer is the picture itself. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/api/files/:id/:variant',
  summary: 'A picture in one of its widths and formats',
  params: params.extend({ variant: z.string().regex(new RegExp(`^\\d{1,4}\\.(${pictureFormats.join('|')})$`)) }),
  answer: z.never(),
})

/** Where a file stands on its way from the upload to those who may read it. */
export const fileStates = ['waiting', 'stored', 'refused'] as const

export const readFileState = endpoint({
  method: 'GET',
  path: '/api/files/:id/state',
  summary: 'How far a file has come that one has uploaded; organisers may ask for any',
  params,
  answer: z.object({
    id: fileId,
    purpose: z.enum(Object.keys(filePurposes) as [FilePurpose, ...FilePurpose[]]),
    state: z.enum(fileStates),
    name: z.string(),
    size: z.int(),
    /** Of a picture that is stored. */
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
  summary: 'How full the disk of the uploaded files is, for organisers; null where files are kept in a bucket',
  answer: z.object({
    disk: z
      .object({
        /** In bytes, like all of these. */
        total: z.int(),
        free: z.int(),
        /** Of the free bytes those that files may take: the rest is kept for the database. */
        usable: z.int(),
        /** Reserved by running uploads, and not received yet. */
        promised: z.int(),
        /** Of the whole disk, what is announced included; from 0 to 1. */
        usedShare: z.number(),
        isLow: z.boolean(),
      })
      .nullable(),
  }),
})
