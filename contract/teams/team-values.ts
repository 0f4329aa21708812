export const teamRoles = ['captain', 'member', 'advisor'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Roles for invitations. The captain's role can only be handed over. */
export const invitedRoles = ['member', 'advisor'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** States of an invitation and the allowed moves. */
export const invitationMoves = {
  pending: ['accepted', 'declined', 'revoked', 'expired'],
  accepted: [],
  declined: [],
  revoked: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>
export type InvitationState = keyof typeof invitationMoves

/** Max teams per activity for one advisor. */
export const maxAdvisedTeams = 5

export const inviteCodeLength = 8
/** Without letters and digits that are easily confused. */
export const inviteCodeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
