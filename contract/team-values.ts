export const teamRoles = ['captain', 'member', 'advisor'] as const
export type TeamRole = (typeof teamRoles)[number]

/** What somebody may be invited as: a captain is made by handing over. */
export const invitedRoles = ['member', 'advisor'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** The life of an invitation. */
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
/** Letters and digits that are not easily confused. */
export const inviteCodeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
