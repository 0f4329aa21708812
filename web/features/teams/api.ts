import type * as contract from '@lectern/contract/teams.ts'
import { reach } from '../../request/client.ts'

export const myTeams = reach<typeof contract.listMyTeams>('GET', '/api/account/teams')
export const team = reach<typeof contract.readTeam>('GET', '/api/teams/:id')
export const newTeam = reach<typeof contract.createTeam>('POST', '/api/teams')
export const teamCopy = reach<typeof contract.copyTeam>('POST', '/api/teams/:id/copies')
export const teamChange = reach<typeof contract.updateTeam>('PUT', '/api/teams/:id')
export const teamEnd = reach<typeof contract.disbandTeam>('DELETE', '/api/teams/:id')
export const newCaptain = reach<typeof contract.handOver>('PUT', '/api/teams/:id/captain')
export const memberRemoval = reach<typeof contract.removeMember>('DELETE', '/api/teams/:id/members/:uid')
export const reminding = reach<typeof contract.remindMembers>('POST', '/api/teams/:id/reminders')
export const newInvitation = reach<typeof contract.invite>('POST', '/api/teams/:id/invitations')
export const invitationEnd = reach<typeof contract.revokeInvitation>(
  'DELETE',
  '/api/teams/:id/invitations/:invitationId',
)
export const newCode = reach<typeof contract.renewInvite>('POST', '/api/teams/:id/invite')
export const teamToJoin = reach<typeof contract.readTeamToJoin>('GET', '/api/teams/joining/:code')
export const joining = reach<typeof contract.joinTeam>('POST', '/api/teams/joining/:code')
export const invitationAnswer = reach<typeof contract.answerInvitation>('POST', '/api/invitations/:id/answer')
