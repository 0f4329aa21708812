import type * as activities from '@lectern/contract/activities.ts'
import type * as editions from '@lectern/contract/editions.ts'
import type * as phases from '@lectern/contract/phases.ts'
import { endpoint } from '../../../request/client.ts'

export const listAllActivities = endpoint<typeof activities.listAllActivities>('GET', '/api/activities/all')
export const readActivitySource = endpoint<typeof activities.readActivitySource>('GET', '/api/activities/:id/source')
export const createActivity = endpoint<typeof activities.createActivity>('POST', '/api/activities')
export const copyActivity = endpoint<typeof activities.copyActivity>('POST', '/api/activities/:id/copies')
export const saveActivity = endpoint<typeof activities.saveActivity>('PUT', '/api/activities/:id')
export const moveActivity = endpoint<typeof activities.moveActivity>('PUT', '/api/activities/:id/state')
export const previewActivity = endpoint<typeof activities.previewActivity>('POST', '/api/activities/preview')
export const deleteActivity = endpoint<typeof activities.deleteActivity>('DELETE', '/api/activities/:id')
export const readActivityOrder = endpoint<typeof activities.readActivityOrder>('GET', '/api/activities/order')
export const reorderActivities = endpoint<typeof activities.reorderActivities>('PUT', '/api/activities/order')

export const listEditions = endpoint<typeof editions.listEditions>('GET', '/api/editions')
export const createEdition = endpoint<typeof editions.createEdition>('POST', '/api/editions')
export const saveEdition = endpoint<typeof editions.saveEdition>('PUT', '/api/editions/:id')
export const makeEditionCurrent = endpoint<typeof editions.makeEditionCurrent>('PUT', '/api/editions/:id/current')

export const listPhases = endpoint<typeof phases.listPhases>('GET', '/api/phases')
export const readPhase = endpoint<typeof phases.readPhase>('GET', '/api/phases/:id')
export const createPhase = endpoint<typeof phases.createPhase>('POST', '/api/phases')
export const savePhase = endpoint<typeof phases.savePhase>('PUT', '/api/phases/:id')
export const deletePhase = endpoint<typeof phases.deletePhase>('DELETE', '/api/phases/:id')
export const foreseePhase = endpoint<typeof phases.foreseePhase>('GET', '/api/phases/effects')
