import type * as contract from '@lectern/contract/teams.ts'
import { endpoint } from '../../request/client.ts'

export const listMyTeams = endpoint<typeof contract.listMyTeams>('GET', '/api/account/teams')
export const readTeam = endpoint<typeof contract.readTeam>('GET', '/api/teams/:id')
export const createTeam = endpoint<typeof contract.createTeam>('POST', '/api/teams')
export const copyTeam = endpoint<typeof contract.copyTeam>('POST', '/api/teams/:id/copies')
export const updateTeam = endpoint<typeof contract.updateTeam>('PUT', '/api/teams/:id')
export const disbandTeam = endpoint<typeof contract.disbandTeam>('DELETE', '/api/teams/:id')
export const handOver = endpoint<typeof contract.handOver>('PUT', '/api/teams/:id/captain')
export const removeMember = endpoint<typeof contract.removeMember>('DELETE', '/api/teams/:id/members/:uid')
export const remindMembers = endpoint<typeof contract.remindMembers>('POST', '/api/teams/:id/reminders')
export const invite = endpoint<typeof contract.invite>('POST', '/api/teams/:id/invitations')
export const revokeInvitation = endpoint<typeof contract.revokeInvitation>(
  'DELETE',
  '/api/teams/:id/invitations/:invitationId',
)
export const renewInvite = endpoint<typeof contract.renewInvite>('POST', '/api/teams/:id/invite')
export const readTeamToJoin = endpoint<typeof contract.readTeamToJoin>('GET', '/api/teams/joining/:code')
export const joinTeam = endpoint<typeof contract.joinTeam>('POST', '/api/teams/joining/:code')
export const answerInvitation = endpoint<typeof contract.answerInvitation>('POST', '/api/invitations/:id/answer')
