import type { readDocument } from '@lectern/contract/documents.ts'
import { reach } from '../../request/client.ts'

export const documentText = reach<typeof readDocument>('GET', '/api/documents/:name')
