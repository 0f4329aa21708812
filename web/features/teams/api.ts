import type * as contract from '@lectern/contract/teams.ts'
import { endpoint } from '../../request/client.ts'

export const myTeams = endpoint<typeof contract.listMyTeams>('GET', '/api/account/teams')
export const team = endpoint<typeof contract.readTeam>('GET', '/api/teams/:id')
export const newTeam = endpoint<typeof contract.createTeam>('POST', '/api/teams')
export const teamCopy = endpoint<typeof contract.copyTeam>('POST', '/api/teams/:id/copies')
export const teamChange = endpoint<typeof contract.updateTeam>('PUT', '/api/teams/:id')
export const teamEnd = endpoint<typeof contract.disbandTeam>('DELETE', '/api/teams/:id')
export const newCaptain = endpoint<typeof contract.handOver>('PUT', '/api/teams/:id/captain')
export const memberRemoval = endpoint<typeof contract.removeMember>('DELETE', '/api/teams/:id/members/:uid')
export const reminding = endpoint<typeof contract.remindMembers>('POST', '/api/teams/:id/reminders')
export const newInvitation = endpoint<typeof contract.invite>('POST', '/api/teams/:id/invitations')
export const invitationEnd = endpoint<typeof contract.revokeInvitation>(
  'DELETE',
  '/api/teams/:id/invitations/:invitationId',
)
export const newCode = endpoint<typeof contract.renewInvite>('POST', '/api/teams/:id/invite')
export const teamToJoin = endpoint<typeof contract.readTeamToJoin>('GET', '/api/teams/joining/:code')
export const joining = endpoint<typeof contract.joinTeam>('POST', '/api/teams/joining/:code')
export const invitationAnswer = endpoint<typeof contract.answerInvitation>('POST', '/api/invitations/:id/answer')
