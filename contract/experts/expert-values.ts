/** Areas of expertise. */
export const expertFields = ['curriculum', 'ai', 'simulation', 'media', 'assessment', 'vocational', 'basic'] as const
export type ExpertField = (typeof expertFields)[number]

/** States of a profile and the allowed moves; only published ones are public. */
export const expertMoves = {
  draft: ['published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'published'],
} as const satisfies Record<string, readonly string[]>

export type ExpertState = keyof typeof expertMoves
export const expertStates = Object.keys(expertMoves) as [ExpertState, ...ExpertState[]]

export const expertSorts = ['position', '-updatedAt', 'updatedAt'] as const

export const partnerRoles = ['host', 'organiser', 'partner', 'media'] as const
export type PartnerRole = (typeof partnerRoles)[number]
