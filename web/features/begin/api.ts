import type * as contract from '@lectern/contract/beginning.ts'
import { endpoint } from '../../request/client.ts'

export const readBeginning = endpoint<typeof contract.readBeginning>('GET', '/api/office/beginning')
export const beginSite = endpoint<typeof contract.beginSite>('POST', '/api/office/beginning')
export const listDemoContent = endpoint<typeof contract.listDemoContent>('GET', '/api/office/demo-content')
