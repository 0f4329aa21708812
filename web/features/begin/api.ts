import type { beginSite, listDemoContent, readBeginning } from '@lectern/contract/beginning.ts'
import { reach } from '../../request/client.ts'

export const beginningPlan = reach<typeof readBeginning>('GET', '/api/office/beginning')
export const siteBeginning = reach<typeof beginSite>('POST', '/api/office/beginning')
export const demoContent = reach<typeof listDemoContent>('GET', '/api/office/demo-content')
