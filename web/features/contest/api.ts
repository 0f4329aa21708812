import type { listActivities, readActivity } from '@lectern/contract/competition.ts'
import { endpoint } from '../../request/client.ts'

export const activityList = endpoint<typeof listActivities>('GET', '/api/activities')
export const activityDetail = endpoint<typeof readActivity>('GET', '/api/activities/:id')
