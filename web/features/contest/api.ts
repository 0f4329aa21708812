import type { listActivities, readActivity } from '@lectern/contract/competition.ts'
import { reach } from '../../request/client.ts'

export const activityList = reach<typeof listActivities>('GET', '/api/activities')
export const activityDetail = reach<typeof readActivity>('GET', '/api/activities/:id')
