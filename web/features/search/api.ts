import type { searchSite } from '@lectern/contract/search.ts'
import { endpoint } from '../../request/client.ts'

export const siteSearch = endpoint<typeof searchSite>('GET', '/api/search')
