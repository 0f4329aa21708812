import type { readEnrolment, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments.ts'
import type { grantExtension, listExtensions, revokeExtension } from '@lectern/contract/extensions.ts'
import type { findTeams } from '@lectern/contract/office-teams.ts'
import type { handOver, readTeam } from '@lectern/contract/teams.ts'
import { endpoint } from '../../request/client.ts'

export const teamSearch = endpoint<typeof findTeams>('GET', '/api/teams')
export const teamDetails = endpoint<typeof readTeam>('GET', '/api/teams/:id')
export const captainChange = endpoint<typeof handOver>('PUT', '/api/teams/:id/captain')
export const extensionList = endpoint<typeof listExtensions>('GET', '/api/extensions')
export const extensionGrant = endpoint<typeof grantExtension>('POST', '/api/teams/:id/extensions')
export const extensionRevocation = endpoint<typeof revokeExtension>('POST', '/api/extensions/:id/revocation')
export const enrolmentDetails = endpoint<typeof readEnrolment>('GET', '/api/enrolments/:id')
export const enrolmentStart = endpoint<typeof startEnrolment>('POST', '/api/enrolments')
export const enrolmentSubmission = endpoint<typeof submitEnrolment>('POST', '/api/enrolments/:id/submission')
