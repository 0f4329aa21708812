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
import { reach } from '../../request/client.ts'

export const openingWish = reach<typeof wishForOpening>('PUT', '/api/activities/:id/opening-wish')
export const openingWishEnd = reach<typeof dropOpeningWish>('DELETE', '/api/activities/:id/opening-wish')
export const myEnrolments = reach<typeof listMyEnrolments>('GET', '/api/account/enrolments')
export const startEnrolment = reach<typeof startEndpoint>('POST', '/api/enrolments')
export const enrolmentDetail = reach<typeof readEnrolment>('GET', '/api/enrolments/:id')
export const saveAnswers = reach<typeof saveAnswersEndpoint>('PUT', '/api/enrolments/:id/answers')
export const amendmentStart = reach<typeof startAmendment>('POST', '/api/enrolments/:id/amendment')
export const saveAmendment = reach<typeof saveAmendmentEndpoint>('PUT', '/api/enrolments/:id/amendment')
export const amendmentEnd = reach<typeof discardAmendment>('DELETE', '/api/enrolments/:id/amendment')
export const submission = reach<typeof submitEnrolment>('POST', '/api/enrolments/:id/submission')
export const waitingStart = reach<typeof joinWaitingList>('PUT', '/api/enrolments/:id/waiting')
export const waitingEnd = reach<typeof stopWaiting>('DELETE', '/api/enrolments/:id/waiting')
export const withdrawal = reach<typeof withdrawEnrolment>('POST', '/api/enrolments/:id/withdrawal')
export const revival = reach<typeof reviveEnrolment>('POST', '/api/enrolments/:id/revival')
