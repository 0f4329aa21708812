import type { readDashboard } from '@lectern/contract/dashboard.ts'
import { reach } from '../../request/client.ts'

export const dashboardOf = reach<typeof readDashboard>('GET', '/api/dashboard')
