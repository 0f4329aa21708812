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
import { reach } from '../../request/client.ts'

export const allActivities = reach<typeof listAllActivities>('GET', '/api/activities/all')
export const activitySource = reach<typeof readActivitySource>('GET', '/api/activities/:id/source')
export const activityCreation = reach<typeof createActivity>('POST', '/api/activities')
export const activityCopying = reach<typeof copyActivity>('POST', '/api/activities/:id/copies')
export const activityChange = reach<typeof saveActivity>('PUT', '/api/activities/:id')
export const activityMove = reach<typeof moveActivity>('PUT', '/api/activities/:id/state')
export const activityPreview = reach<typeof previewActivity>('POST', '/api/activities/preview')
export const activityDeletion = reach<typeof deleteActivity>('DELETE', '/api/activities/:id')
export const activityOrder = reach<typeof readActivityOrder>('GET', '/api/activities/order')
export const activityReordering = reach<typeof reorderActivities>('PUT', '/api/activities/order')
export const waitingList = reach<typeof listWaiting>('GET', '/api/activities/:id/waiting')
export const waitingRemoval = reach<typeof removeFromWaitingList>('POST', '/api/enrolments/:id/waiting/removal')

export const editionList = reach<typeof listEditions>('GET', '/api/editions')
export const editionCreation = reach<typeof createEdition>('POST', '/api/editions')
export const editionChange = reach<typeof saveEdition>('PUT', '/api/editions/:id')
export const editionSwitch = reach<typeof makeEditionCurrent>('PUT', '/api/editions/:id/current')
