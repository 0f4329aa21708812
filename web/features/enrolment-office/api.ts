import type { decideEnrolments } from '@lectern/contract/decisions.ts'
import type {
  listEnrolmentChoices,
  listEnrolments,
  readDossier,
  readNeighbours,
} from '@lectern/contract/enrolment-office.ts'
import { reach } from '../../request/client.ts'

export const enrolmentList = reach<typeof listEnrolments>('GET', '/api/enrolments')
export const enrolmentChoices = reach<typeof listEnrolmentChoices>('GET', '/api/enrolments/choices')
export const dossier = reach<typeof readDossier>('GET', '/api/enrolments/:id/dossier')
export const neighbours = reach<typeof readNeighbours>('GET', '/api/enrolments/:id/neighbours')
export const enrolmentDecisions = reach<typeof decideEnrolments>('POST', '/api/enrolments/decisions')
