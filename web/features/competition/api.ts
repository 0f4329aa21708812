import type * as contract from '@lectern/contract/competition.ts'
import { endpoint } from '../../request/client.ts'

export const listActivities = endpoint<typeof contract.listActivities>('GET', '/api/activities')
export const readActivity = endpoint<typeof contract.readActivity>('GET', '/api/activities/:id')
