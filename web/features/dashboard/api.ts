import type * as dashboard from '@lectern/contract/dashboard.ts'
import type * as files from '@lectern/contract/files.ts'
import { endpoint } from '../../request/client.ts'

export const readDashboard = endpoint<typeof dashboard.readDashboard>('GET', '/api/dashboard')
export const readDiskSpace = endpoint<typeof files.readDiskSpace>('GET', '/api/disk-space')
