import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/files.ts'
import { endpoint } from '../../request/client.ts'

export const readFileState = endpoint<typeof contract.readFileState>('GET', '/api/files/:id/state')
export type FileState = AnswerOf<typeof readFileState>

/** Uploads use the tus protocol, which can resume. */
export const uploadsAddress = '/api/uploads'
