import type * as contract from '@lectern/contract/documents.ts'
import { endpoint } from '../../request/client.ts'

export const readDocument = endpoint<typeof contract.readDocument>('GET', '/api/documents/:name')
