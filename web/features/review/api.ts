import type * as contract from '@lectern/contract/review.ts'
import { endpoint } from '../../request/client.ts'

export const listDeskRounds = endpoint<typeof contract.listDeskRounds>('GET', '/api/review')
export const readDeskRound = endpoint<typeof contract.readDeskRound>('GET', '/api/review/rounds/:round')
export const answerInvitation = endpoint<typeof contract.answerInvitation>('POST', '/api/review/rounds/:round/answer')
export const readPledge = endpoint<typeof contract.readPledge>('GET', '/api/review/rounds/:round/pledge')
export const signPledge = endpoint<typeof contract.signPledge>('POST', '/api/review/rounds/:round/pledge')
export const readPractice = endpoint<typeof contract.readPractice>('GET', '/api/review/rounds/:round/practice')
export const finishPractice = endpoint<typeof contract.finishPractice>('POST', '/api/review/rounds/:round/practice')
export const readDeskWork = endpoint<typeof contract.readDeskWork>('GET', '/api/review/works/:code')
export const saveSheet = endpoint<typeof contract.saveSheet>('PUT', '/api/review/works/:code/sheet')
export const submitSheet = endpoint<typeof contract.submitSheet>('POST', '/api/review/works/:code/submission')
export const declineWork = endpoint<typeof contract.declineWork>('POST', '/api/review/works/:code/decline')
export const flagWork = endpoint<typeof contract.flagWork>('POST', '/api/review/works/:code/flags')
export const readPanelDesk = endpoint<typeof contract.readPanelDesk>('GET', '/api/review/rounds/:round/panel')
export const decideTie = endpoint<typeof contract.decideTie>('POST', '/api/review/rounds/:round/panel/ties')
export const signPanel = endpoint<typeof contract.signPanel>('POST', '/api/review/rounds/:round/panel/signature')
