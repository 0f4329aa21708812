import type * as contract from '@lectern/contract/rounds.ts'
import { endpoint } from '../../../request/client.ts'

export const listRounds = endpoint<typeof contract.listRounds>('GET', '/api/rounds')
export const readRound = endpoint<typeof contract.readRound>('GET', '/api/rounds/:id')
export const createRound = endpoint<typeof contract.createRound>('POST', '/api/rounds')
export const saveRound = endpoint<typeof contract.saveRound>('PUT', '/api/rounds/:id')
export const stepRound = endpoint<typeof contract.stepRound>('POST', '/api/rounds/:id/steps')
export const deleteRound = endpoint<typeof contract.deleteRound>('DELETE', '/api/rounds/:id')
export const listRoundWorks = endpoint<typeof contract.listRoundWorks>('GET', '/api/rounds/:id/works')
export const collectWorks = endpoint<typeof contract.collectWorks>('POST', '/api/rounds/:id/works')
export const removeRoundWork = endpoint<typeof contract.removeRoundWork>('POST', '/api/rounds/:id/works/:entry/removal')
