import type { listExperts } from '@lectern/contract/experts.ts'
import { endpoint } from '../../request/client.ts'

export const expertList = endpoint<typeof listExperts>('GET', '/api/experts')
