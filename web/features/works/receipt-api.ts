import type * as contract from '@lectern/contract/works.ts'
import { endpoint } from '../../request/client.ts'

export const readReceipt = endpoint<typeof contract.readReceipt>('GET', '/api/works/:id/submissions/:number')
