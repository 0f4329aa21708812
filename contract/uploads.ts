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
  summary: 'What the tus protocol can do here',
  answer,
})

export const beginUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Begins an upload: Upload-Length, and Upload-Metadata with filename and purpose; answers with its Location',
  answer,
})

export const readUpload = endpoint({
  method: 'HEAD',
  path: '/api/uploads/:id',
  summary: 'How much of an upload has arrived',
  params,
  answer,
})

export const continueUpload = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary: 'Brings more of an upload, from the byte that it has come to; the last byte makes it a file',
  params,
  answer,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Forgets an upload',
  params,
  answer,
})
