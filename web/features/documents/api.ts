import type { readDocument } from '@lectern/contract/documents.ts'
import { endpoint } from '../../request/client.ts'

export const documentText = endpoint<typeof readDocument>('GET', '/api/documents/:name')
