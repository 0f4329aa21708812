import type {
  copyActivity,
  createActivity,
  deleteActivity,
  listAllActivities,
  moveActivity,
  previewActivity,
  readActivityOrder,
  readActivitySource,
  reorderActivities,
  saveActivity,
} from '@lectern/contract/activities.ts'
import type { listWaiting, removeFromWaitingList } from '@lectern/contract/enrolment-office.ts'
import type { createEdition, listEditions, makeEditionCurrent, saveEdition } from '@lectern/contract/editions.ts'
import { endpoint } from '../../request/client.ts'

export const allActivities = endpoint<typeof listAllActivities>('GET', '/api/activities/all')
export const activitySource = endpoint<typeof readActivitySource>('GET', '/api/activities/:id/source')
export const activityCreation = endpoint<typeof createActivity>('POST', '/api/activities')
export const activityCopying = endpoint<typeof copyActivity>('POST', '/api/activities/:id/copies')
export const activityChange = endpoint<typeof saveActivity>('PUT', '/api/activities/:id')
export const activityMove = endpoint<typeof moveActivity>('PUT', '/api/activities/:id/state')
export const activityPreview = endpoint<typeof previewActivity>('POST', '/api/activities/preview')
export const activityDeletion = endpoint<typeof deleteActivity>('DELETE', '/api/activities/:id')
export const activityOrder = endpoint<typeof readActivityOrder>('GET', '/api/activities/order')
export const activityReordering = endpoint<typeof reorderActivities>('PUT', '/api/activities/order')
export const waitingList = endpoint<typeof listWaiting>('GET', '/api/activities/:id/waiting')
export const waitingRemoval = endpoint<typeof removeFromWaitingList>('POST', '/api/enrolments/:id/waiting/removal')

export const editionList = endpoint<typeof listEditions>('GET', '/api/editions')
export const editionCreation = endpoint<typeof createEdition>('POST', '/api/editions')
export const editionChange = endpoint<typeof saveEdition>('PUT', '/api/editions/:id')
export const editionSwitch = endpoint<typeof makeEditionCurrent>('PUT', '/api/editions/:id/current')
