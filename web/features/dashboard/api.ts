import type { readDashboard } from '@lectern/contract/dashboard.ts'
import type { readDiskSpace } from '@lectern/contract/files.ts'
import { reach } from '../../request/client.ts'

export const dashboardOf = reach<typeof readDashboard>('GET', '/api/dashboard')
export const diskSpaceOf = reach<typeof readDiskSpace>('GET', '/api/disk-space')
