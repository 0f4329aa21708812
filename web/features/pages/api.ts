import type * as contract from '@lectern/contract/pages.ts'
import { endpoint } from '../../request/client.ts'

export const readPage = endpoint<typeof contract.readPage>('GET', '/api/pages/:name')
export const readBlock = endpoint<typeof contract.readBlock>('GET', '/api/pages/:name/blocks/:block')
