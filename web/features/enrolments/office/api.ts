import type * as decisions from '@lectern/contract/decisions.ts'
import type * as enrolmentOffice from '@lectern/contract/enrolment-office.ts'
import type * as extensions from '@lectern/contract/extensions.ts'
import { endpoint } from '../../../request/client.ts'

export const listEnrolments = endpoint<typeof enrolmentOffice.listEnrolments>('GET', '/api/enrolments')
export const listEnrolmentChoices = endpoint<typeof enrolmentOffice.listEnrolmentChoices>(
  'GET',
  '/api/enrolments/choices',
)
export const readDossier = endpoint<typeof enrolmentOffice.readDossier>('GET', '/api/enrolments/:id/dossier')
export const readNeighbours = endpoint<typeof enrolmentOffice.readNeighbours>('GET', '/api/enrolments/:id/neighbours')
export const decideEnrolments = endpoint<typeof decisions.decideEnrolments>('POST', '/api/enrolments/decisions')
export const listWaiting = endpoint<typeof enrolmentOffice.listWaiting>('GET', '/api/activities/:id/waiting')
export const putOnWaitingList = endpoint<typeof enrolmentOffice.putOnWaitingList>(
  'POST',
  '/api/enrolments/:id/waiting/addition',
)
export const removeFromWaitingList = endpoint<typeof enrolmentOffice.removeFromWaitingList>(
  'POST',
  '/api/enrolments/:id/waiting/removal',
)

export const listExtensions = endpoint<typeof extensions.listExtensions>('GET', '/api/extensions')
export const grantExtension = endpoint<typeof extensions.grantExtension>('POST', '/api/teams/:id/extensions')
export const revokeExtension = endpoint<typeof extensions.revokeExtension>('POST', '/api/extensions/:id/revocation')
