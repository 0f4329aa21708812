import type { readEnrolment, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments.ts'
import type { grantExtension, listExtensions, revokeExtension } from '@lectern/contract/extensions.ts'
import type { findTeams } from '@lectern/contract/office-teams.ts'
import type { handOver, readTeam } from '@lectern/contract/teams.ts'
import { reach } from '../../request/client.ts'

export const teamSearch = reach<typeof findTeams>('GET', '/api/teams')
export const teamDetails = reach<typeof readTeam>('GET', '/api/teams/:id')
export const captainChange = reach<typeof handOver>('PUT', '/api/teams/:id/captain')
export const extensionList = reach<typeof listExtensions>('GET', '/api/extensions')
export const extensionGrant = reach<typeof grantExtension>('POST', '/api/teams/:id/extensions')
export const extensionRevocation = reach<typeof revokeExtension>('POST', '/api/extensions/:id/revocation')
export const enrolmentDetails = reach<typeof readEnrolment>('GET', '/api/enrolments/:id')
export const enrolmentStart = reach<typeof startEnrolment>('POST', '/api/enrolments')
export const enrolmentSubmission = reach<typeof submitEnrolment>('POST', '/api/enrolments/:id/submission')
