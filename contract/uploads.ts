import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fileId } from './ids.ts'

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
