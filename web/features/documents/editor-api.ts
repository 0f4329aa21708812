import type { publishDocument, readDocumentSource } from '@lectern/contract/documents.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { reach } from '../../request/client.ts'

export const documentSource = reach<typeof readDocumentSource>('GET', '/api/documents/:name/source')
export const documentPublication = reach<typeof publishDocument>('POST', '/api/documents/:name')

export type DocumentSource = AnswerOf<typeof readDocumentSource>
