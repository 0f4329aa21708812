import type { beginSite, listDemoContent, readBeginning } from '@lectern/contract/beginning.ts'
import { endpoint } from '../../request/client.ts'

export const beginningPlan = endpoint<typeof readBeginning>('GET', '/api/office/beginning')
export const siteBeginning = endpoint<typeof beginSite>('POST', '/api/office/beginning')
export const demoContent = endpoint<typeof listDemoContent>('GET', '/api/office/demo-content')
