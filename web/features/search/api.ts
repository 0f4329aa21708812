import type { searchSite } from '@lectern/contract/search.ts'
import { reach } from '../../request/client.ts'

export const siteSearch = reach<typeof searchSite>('GET', '/api/search')
