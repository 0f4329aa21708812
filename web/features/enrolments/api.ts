import type * as contract from '@lectern/contract/enrolments.ts'
import { endpoint } from '../../request/client.ts'

export const wishForOpening = endpoint<typeof contract.wishForOpening>('PUT', '/api/activities/:id/opening-wish')
export const dropOpeningWish = endpoint<typeof contract.dropOpeningWish>('DELETE', '/api/activities/:id/opening-wish')
export const listMyEnrolments = endpoint<typeof contract.listMyEnrolments>('GET', '/api/account/enrolments')
export const startEnrolment = endpoint<typeof contract.startEnrolment>('POST', '/api/enrolments')
export const readEnrolment = endpoint<typeof contract.readEnrolment>('GET', '/api/enrolments/:id')
export const saveAnswers = endpoint<typeof contract.saveAnswers>('PUT', '/api/enrolments/:id/answers')
export const startAmendment = endpoint<typeof contract.startAmendment>('POST', '/api/enrolments/:id/amendment')
export const saveAmendment = endpoint<typeof contract.saveAmendment>('PUT', '/api/enrolments/:id/amendment')
export const discardAmendment = endpoint<typeof contract.discardAmendment>('DELETE', '/api/enrolments/:id/amendment')
export const submitEnrolment = endpoint<typeof contract.submitEnrolment>('POST', '/api/enrolments/:id/submission')
export const joinWaitingList = endpoint<typeof contract.joinWaitingList>('PUT', '/api/enrolments/:id/waiting')
export const stopWaiting = endpoint<typeof contract.stopWaiting>('DELETE', '/api/enrolments/:id/waiting')
export const withdrawEnrolment = endpoint<typeof contract.withdrawEnrolment>('POST', '/api/enrolments/:id/withdrawal')
export const reviveEnrolment = endpoint<typeof contract.reviveEnrolment>('POST', '/api/enrolments/:id/revival')
