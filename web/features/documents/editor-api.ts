import type { publishDocument, readDocumentSource } from '@lectern/contract/documents.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { endpoint } from '../../request/client.ts'

export const documentSource = endpoint<typeof readDocumentSource>('GET', '/api/documents/:name/source')
export const documentPublication = endpoint<typeof publishDocument>('POST', '/api/documents/:name')

export type DocumentSource = AnswerOf<typeof readDocumentSource>
