import type * as decisions from '@lectern/contract/decisions.ts'
import type * as enrolmentOffice from '@lectern/contract/enrolment-office.ts'
import { endpoint } from '../../request/client.ts'

export const listEnrolments = endpoint<typeof enrolmentOffice.listEnrolments>('GET', '/api/enrolments')
export const listEnrolmentChoices = endpoint<typeof enrolmentOffice.listEnrolmentChoices>(
  'GET',
  '/api/enrolments/choices',
)
export const readDossier = endpoint<typeof enrolmentOffice.readDossier>('GET', '/api/enrolments/:id/dossier')
export const readNeighbours = endpoint<typeof enrolmentOffice.readNeighbours>('GET', '/api/enrolments/:id/neighbours')
export const decideEnrolments = endpoint<typeof decisions.decideEnrolments>('POST', '/api/enrolments/decisions')
