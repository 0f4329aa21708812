import type * as contract from '@lectern/contract/experts.ts'
import { endpoint } from '../../request/client.ts'

export const listExperts = endpoint<typeof contract.listExperts>('GET', '/api/experts')
