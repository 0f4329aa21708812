/** How a provider of sign-in is spoken to. */
export const signInAdapters = ['oidc', 'cas'] as const
export type SignInAdapterName = (typeof signInAdapters)[number]

/** Where a provider is set: by the operator, or in the office. */
export const providerSources = ['operator', 'office'] as const

/** What providers report as a second factor, unless organisers say otherwise: the value of RFC 8176. */
export const defaultSecondFactorValues: readonly string[] = ['mfa']

/** What OpenID providers are asked for. */
export const defaultScope = 'openid profile email'

/** More buttons than anybody would look through. */
export const maxProviders = 12
