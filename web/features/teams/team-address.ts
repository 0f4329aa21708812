import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import { invitedRoles, type InvitedRole } from '@lectern/contract/teams/team-values.ts'

export const myTeamsPath = '/account/Team'
export const teamPath = (id: TeamId): string => `/account/Team/basic?id=${id}`
export const teamEditPath = (id: TeamId): string => `/account/Team/Edit?id=${id}`
export const invitePath = (id: TeamId): string => `/account/Team/Add?id=${id}`
export const newTeamPath = (id: ActivityId): string => `/account/Team/Create/${id}`

/** Target of an invite link or QR code; the default role is member. */
export const joinPath = (code: string, role: InvitedRole = 'member'): string =>
  `/account/Team/Add?code=${encodeURIComponent(code)}${role === 'member' ? '' : `&role=${role}`}`

/** Whether the user came from an invite link. */
export const isJoinPath = (path: string | null): boolean =>
  path !== null && /\/account\/Team\/Add\/?\?(.+&)?code=/i.test(path)

export const readRole = (query: URLSearchParams): InvitedRole =>
  invitedRoles.find((role) => role === query.get('role')) ?? 'member'

/** Path of the profile page that leads back here. */
export const completionPath = (back: string): string => `/account/Evpi?redirect=${encodeURIComponent(back)}`
