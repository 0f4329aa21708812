/** What experts know about. */
export const expertFields = ['curriculum', 'ai', 'simulation', 'media', 'assessment', 'vocational', 'basic'] as const
export type ExpertField = (typeof expertFields)[number]

export const expertStates = ['draft', 'published', 'archived'] as const
export type ExpertState = (typeof expertStates)[number]

export const partnerRoles = ['host', 'organiser', 'partner', 'media'] as const
export type PartnerRole = (typeof partnerRoles)[number]
