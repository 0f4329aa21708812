import type { decideEnrolments } from '@lectern/contract/decisions.ts'
import type {
  listEnrolmentChoices,
  listEnrolments,
  readDossier,
  readNeighbours,
} from '@lectern/contract/enrolment-office.ts'
import { endpoint } from '../../request/client.ts'

export const enrolmentList = endpoint<typeof listEnrolments>('GET', '/api/enrolments')
export const enrolmentChoices = endpoint<typeof listEnrolmentChoices>('GET', '/api/enrolments/choices')
export const dossier = endpoint<typeof readDossier>('GET', '/api/enrolments/:id/dossier')
export const neighbours = endpoint<typeof readNeighbours>('GET', '/api/enrolments/:id/neighbours')
export const enrolmentDecisions = endpoint<typeof decideEnrolments>('POST', '/api/enrolments/decisions')
