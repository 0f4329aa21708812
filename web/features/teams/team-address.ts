import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import { invitedRoles, type InvitedRole } from '@lectern/contract/team-values.ts'

export const myTeamsPath = '/account/Team'
export const teamPath = (id: TeamId): string => `/account/Team/basic?id=${id}`
export const teamEditPath = (id: TeamId): string => `/account/Team/Edit?id=${id}`
export const invitePath = (id: TeamId): string => `/account/Team/Add?id=${id}`
export const newTeamPath = (id: ActivityId): string => `/account/Team/Create/${id}`

/** What an invitation by link or by QR code leads to; for members, unless it says otherwise. */
export const joinPath = (code: string, role: InvitedRole = 'member'): string =>
  `/account/Team/Add?code=${encodeURIComponent(code)}${role === 'member' ? '' : `&role=${role}`}`

/** Whether somebody came here from a team's invitation. */
export const isJoinPath = (path: string | null): boolean =>
  path !== null && /\/account\/Team\/Add\/?\?(.+&)?code=/i.test(path)

export const readRole = (query: URLSearchParams): InvitedRole =>
  invitedRoles.find((role) => role === query.get('role')) ?? 'member'

/** Leads to the profile and back. */
export const completionPath = (back: string): string => `/account/Evpi?redirect=${encodeURIComponent(back)}`
