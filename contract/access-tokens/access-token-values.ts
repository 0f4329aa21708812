/** What a program may read with a token. */
export const tokenScopes = ['results', 'certificates', 'figures'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const tokenStates = ['active', 'expired', 'ended'] as const

/** That are neither ended nor expired. */
export const maxActiveTokens = 20

export const maxTokenName = 60

/** For how long tokens are valid, in days. */
export const tokenDays = [30, 90, 365] as const
