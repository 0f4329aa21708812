import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/files.ts'
import { endpoint } from '../../request/client.ts'

export const readFileState = endpoint<typeof contract.readFileState>('GET', '/api/files/:id/state')
export type FileState = AnswerOf<typeof readFileState>

/** Uploads speak a protocol of their own (tus), which goes on where it was cut off. */
export const uploadsAddress = '/api/uploads'
