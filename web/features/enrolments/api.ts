import type {
  discardAmendment,
  dropOpeningWish,
  joinWaitingList,
  listMyEnrolments,
  readEnrolment,
  reviveEnrolment,
  saveAmendment as saveAmendmentEndpoint,
  saveAnswers as saveAnswersEndpoint,
  startAmendment,
  startEnrolment as startEndpoint,
  stopWaiting,
  submitEnrolment,
  wishForOpening,
  withdrawEnrolment,
} from '@lectern/contract/enrolments.ts'
import { endpoint } from '../../request/client.ts'

export const openingWish = endpoint<typeof wishForOpening>('PUT', '/api/activities/:id/opening-wish')
export const openingWishEnd = endpoint<typeof dropOpeningWish>('DELETE', '/api/activities/:id/opening-wish')
export const myEnrolments = endpoint<typeof listMyEnrolments>('GET', '/api/account/enrolments')
export const startEnrolment = endpoint<typeof startEndpoint>('POST', '/api/enrolments')
export const enrolmentDetail = endpoint<typeof readEnrolment>('GET', '/api/enrolments/:id')
export const saveAnswers = endpoint<typeof saveAnswersEndpoint>('PUT', '/api/enrolments/:id/answers')
export const amendmentStart = endpoint<typeof startAmendment>('POST', '/api/enrolments/:id/amendment')
export const saveAmendment = endpoint<typeof saveAmendmentEndpoint>('PUT', '/api/enrolments/:id/amendment')
export const amendmentEnd = endpoint<typeof discardAmendment>('DELETE', '/api/enrolments/:id/amendment')
export const submission = endpoint<typeof submitEnrolment>('POST', '/api/enrolments/:id/submission')
export const waitingStart = endpoint<typeof joinWaitingList>('PUT', '/api/enrolments/:id/waiting')
export const waitingEnd = endpoint<typeof stopWaiting>('DELETE', '/api/enrolments/:id/waiting')
export const withdrawal = endpoint<typeof withdrawEnrolment>('POST', '/api/enrolments/:id/withdrawal')
export const revival = endpoint<typeof reviveEnrolment>('POST', '/api/enrolments/:id/revival')
