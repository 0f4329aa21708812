import type {
  createPhase,
  deletePhase,
  foreseePhase,
  listPhases,
  readPhase,
  savePhase,
} from '@lectern/contract/phases.ts'
import { reach } from '../../request/client.ts'

export const timelineOf = reach<typeof listPhases>('GET', '/api/phases')
export const phaseDetails = reach<typeof readPhase>('GET', '/api/phases/:id')
export const phaseCreation = reach<typeof createPhase>('POST', '/api/phases')
export const phaseChange = reach<typeof savePhase>('PUT', '/api/phases/:id')
export const phaseDeletion = reach<typeof deletePhase>('DELETE', '/api/phases/:id')
export const phaseForesight = reach<typeof foreseePhase>('GET', '/api/phases/effects')
