import type { readDashboard } from '@lectern/contract/dashboard.ts'
import type { readDiskSpace } from '@lectern/contract/files.ts'
import { endpoint } from '../../request/client.ts'

export const dashboardOf = endpoint<typeof readDashboard>('GET', '/api/dashboard')
export const diskSpaceOf = endpoint<typeof readDiskSpace>('GET', '/api/disk-space')
