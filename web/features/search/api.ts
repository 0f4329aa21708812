import type * as contract from '@lectern/contract/search.ts'
import { endpoint } from '../../request/client.ts'

export const searchSite = endpoint<typeof contract.searchSite>('GET', '/api/search')
