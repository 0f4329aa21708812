import type * as enrolments from '@lectern/contract/enrolments.ts'
import type * as extensions from '@lectern/contract/extensions.ts'
import type * as officeTeams from '@lectern/contract/office-teams.ts'
import type * as teams from '@lectern/contract/teams.ts'
import { endpoint } from '../../request/client.ts'

export const findTeams = endpoint<typeof officeTeams.findTeams>('GET', '/api/teams')
export const readTeam = endpoint<typeof teams.readTeam>('GET', '/api/teams/:id')
export const handOver = endpoint<typeof teams.handOver>('PUT', '/api/teams/:id/captain')
export const listExtensions = endpoint<typeof extensions.listExtensions>('GET', '/api/extensions')
export const grantExtension = endpoint<typeof extensions.grantExtension>('POST', '/api/teams/:id/extensions')
export const revokeExtension = endpoint<typeof extensions.revokeExtension>('POST', '/api/extensions/:id/revocation')
export const readEnrolment = endpoint<typeof enrolments.readEnrolment>('GET', '/api/enrolments/:id')
export const startEnrolment = endpoint<typeof enrolments.startEnrolment>('POST', '/api/enrolments')
export const submitEnrolment = endpoint<typeof enrolments.submitEnrolment>('POST', '/api/enrolments/:id/submission')
