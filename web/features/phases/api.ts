import type * as contract from '@lectern/contract/phases.ts'
import { endpoint } from '../../request/client.ts'

export const listPhases = endpoint<typeof contract.listPhases>('GET', '/api/phases')
export const readPhase = endpoint<typeof contract.readPhase>('GET', '/api/phases/:id')
export const createPhase = endpoint<typeof contract.createPhase>('POST', '/api/phases')
export const savePhase = endpoint<typeof contract.savePhase>('PUT', '/api/phases/:id')
export const deletePhase = endpoint<typeof contract.deletePhase>('DELETE', '/api/phases/:id')
export const foreseePhase = endpoint<typeof contract.foreseePhase>('GET', '/api/phases/effects')
