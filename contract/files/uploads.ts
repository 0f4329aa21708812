import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fileId } from '../ids.ts'
import { maxLinks, maxParts } from './part-values.ts'

// Resumable uploads by the tus protocol (version 1.0.0 with creation, expiration and termination). Lengths and offsets
// are sent in headers, the bytes are the body of a PATCH. The id of an upload becomes the id of its file.

const params = z.strictObject({ id: fileId })
const answer = z.never()

export const describeUploads = endpoint({
  method: 'OPTIONS',
  path: '/api/uploads',
  summary: 'The supported features of the tus protocol',
  answer,
})

export const beginUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Creates an upload: Upload-Length, and Upload-Metadata with filename, purpose and, for files of works and cases, their target; returns its Location',
  answer,
})

export const readUpload = endpoint({
  method: 'HEAD',
  path: '/api/uploads/:id',
  summary: 'The number of received bytes of an upload',
  params,
  answer,
})

export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary: 'Appends bytes to an upload at its current offset; the last byte makes it a file',
  params,
  answer,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Deletes an upload',
  params,
  answer,
})

// A browser that can send parts says so when it creates an upload (Upload-In-Parts: ?1). If the answer has
// Upload-Part-Length, the bytes do not pass through the program: parts of that length go to the bucket of files.

/** In base64, of one part. */
const partHash = z.string().regex(/^[\w+/]{43}=$/)

const partNumber = z.int().min(1).max(maxParts)

export const readUploadParts = endpoint({
  method: 'GET',
  path: '/api/uploads/:id/parts',
  summary: 'The parts of an upload that the bucket has',
  params,
  answer: z.object({
    partBytes: z.int(),
    /** `sha256` is null where the bucket does not tell it. */
    parts: z.array(z.object({ number: z.int(), sha256: z.string().nullable() })),
  }),
})

export const linkUploadParts = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/parts',
  summary: 'Addresses to which parts of an upload can be sent for two minutes, and how much has arrived so far',
  params,
  body: z.strictObject({
    /** Bytes of the parts that have arrived. */
    arrived: z.int().min(0),
    /** None: only to say that the upload goes on. */
    parts: z.array(z.strictObject({ number: partNumber, sha256: partHash })).max(maxLinks),
  }),
  answer: z.object({ links: z.array(z.object({ number: z.int(), url: z.string() })) }),
})

export const completeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/completion',
  summary: 'Makes an upload whose parts have all arrived a file; repeated, it does nothing more',
  params,
  body: z.strictObject({
    /** Of the whole content, in hexadecimal digits. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  answer: z.object({}),
})
