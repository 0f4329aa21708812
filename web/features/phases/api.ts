import type {
  createPhase,
  deletePhase,
  foreseePhase,
  listPhases,
  readPhase,
  savePhase,
} from '@lectern/contract/phases.ts'
import { endpoint } from '../../request/client.ts'

export const timelineOf = endpoint<typeof listPhases>('GET', '/api/phases')
export const phaseDetails = endpoint<typeof readPhase>('GET', '/api/phases/:id')
export const phaseCreation = endpoint<typeof createPhase>('POST', '/api/phases')
export const phaseChange = endpoint<typeof savePhase>('PUT', '/api/phases/:id')
export const phaseDeletion = endpoint<typeof deletePhase>('DELETE', '/api/phases/:id')
export const phaseForesight = endpoint<typeof foreseePhase>('GET', '/api/phases/effects')
