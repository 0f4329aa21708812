import type * as contract from '@lectern/contract/documents.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { endpoint } from '../../../request/client.ts'

export const readDocumentSource = endpoint<typeof contract.readDocumentSource>('GET', '/api/documents/:name/source')
export const publishDocument = endpoint<typeof contract.publishDocument>('POST', '/api/documents/:name')

export type DocumentSource = AnswerOf<typeof readDocumentSource>
