import type { listExperts } from '@lectern/contract/experts.ts'
import { reach } from '../../request/client.ts'

export const expertList = reach<typeof listExperts>('GET', '/api/experts')
