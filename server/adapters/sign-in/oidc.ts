import type { Configuration } from 'openid-client'
import type { SignInProvider } from '../../platform/sign-in-provider.ts'
import { isSafeAddress, type LimitedFetch } from './limited-fetch.ts'
import { ProviderError, type ProviderAnswer, type SignInAdapter } from './sign-in.ts'

/** Loaded only where somebody signs in with it. */
const library = () => import('openid-client')

/** Clocks of campus servers are a little off. */
const toleratedSeconds = 60

/** Keys and addresses of a provider may change: they are read again now and then. */
const keepMilliseconds = 10 * 60_000

const discover = async (
  limitedFetch: LimitedFetch,
  { address, clientId, secret }: SignInProvider,
): Promise<Configuration> => {
  const client = await library()
  const server = new URL(address)
  if (!isSafeAddress(server)) throw new ProviderError('invalid', 'The address must begin with https://')
  const configuration = await client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: toleratedSeconds },
    secret === undefined ? client.None() : client.ClientSecretPost(secret),
    {
      // Signatures are checked although the token comes straight from the provider.
      execute: [
        client.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- only on this machine, see isSafeAddress
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
      [client.customFetch]: (url, { method, headers, body }) =>
        limitedFetch(url, { method, headers, body: body as NonNullable<RequestInit['body']> }),
    },
  )
  const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported
  // Some providers accept only the other way of sending the secret.
  if (secret === undefined || !methods?.includes('client_secret_basic') || methods.includes('client_secret_post'))
    return configuration
  const basic = new client.Configuration(
    configuration.serverMetadata(),
    clientId,
    { [client.clockTolerance]: toleratedSeconds },
    client.ClientSecretBasic(secret),
  )
  basic[client.customFetch] = configuration[client.customFetch]!
  client.enableNonRepudiationChecks(basic)
  // oxlint-disable-next-line typescript/no-deprecated -- only on this machine, see isSafeAddress
  if (server.protocol === 'http:') client.allowInsecureRequests(basic)
  return basic
}

/** What providers publish about themselves; a failure is not kept. */
const createConfigurations = (limitedFetch: LimitedFetch): ((provider: SignInProvider) => Promise<Configuration>) => {
  const entries = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  return (provider) => {
    const key = JSON.stringify([provider.address, provider.clientId, provider.secret])
    const entry = entries.get(key)
    if (entry && entry.until > performance.now()) return entry.configuration
    const configuration = discover(limitedFetch, provider)
    entries.set(key, { configuration, until: performance.now() + keepMilliseconds })
    configuration.catch(() => entries.delete(key))
    return configuration
  }
}

/** Errors of the library by what they mean for people. */
const meaningOf = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const { code, message, cause, error: name } = error as Error & { code?: string; error?: string }
  if (cause instanceof ProviderError) return cause
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new ProviderError(name === 'access_denied' ? 'cancelled' : 'refused', name ?? message)
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    return new ProviderError(name === 'invalid_grant' ? 'mismatch' : 'refused', name ?? message)
  }
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return new ProviderError('refused', 'invalid_client')
  return new ProviderError('invalid', [message, (cause as Error | undefined)?.message].filter(Boolean).join(': '))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type Claims = Record<string, unknown>

const emailClaims = async (configuration: Configuration, token: string, claims: Claims & { sub: string }) => {
  if (textOf(claims['email']) !== null || !configuration.serverMetadata().userinfo_endpoint) return claims
  const client = await library()
  // The library compares the subject.
  return { ...(await client.fetchUserInfo(configuration, token, claims.sub)), sub: claims.sub } as Claims
}

const answerOf = (claims: Claims & { iss: string; sub: string }, about: Claims): ProviderAnswer => {
  const { amr, acr } = claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(about['email']),
    isEmailConfirmed: typeof about['email_verified'] === 'boolean' ? about['email_verified'] : null,
    name: textOf(about['name']) ?? textOf(about['preferred_username']) ?? textOf(claims['name']),
    methods: [...(Array.isArray(amr) ? amr : []), acr].filter((value) => typeof value === 'string'),
  }
}

export const createOidcAdapter = (limitedFetch: LimitedFetch): SignInAdapter => {
  const configurationOf = createConfigurations(limitedFetch)
  return {
    depart: async (provider, { callback, state }) => {
      try {
        const client = await library()
        const configuration = await configurationOf(provider)
        const values = { nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
        const to = client.buildAuthorizationUrl(configuration, {
          redirect_uri: callback.href,
          scope: provider.scope,
          state,
          nonce: values.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(values.verifier),
          code_challenge_method: 'S256',
        })
        if (!isSafeAddress(to))
          throw new ProviderError('invalid', 'The authorization endpoint must begin with https://')
        return { to, kept: values }
      } catch (error) {
        throw meaningOf(error)
      }
    },

    receive: async (provider, { callback, state, answer, kept }) => {
      try {
        const client = await library()
        const configuration = await configurationOf(provider)
        const current = new URL(callback)
        current.search = answer.toString()
        const tokens = await client.authorizationCodeGrant(configuration, current, {
          expectedState: state,
          expectedNonce: kept['nonce']!,
          pkceCodeVerifier: kept['verifier']!,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        return answerOf(claims, await emailClaims(configuration, tokens.access_token, claims))
      } catch (error) {
        throw meaningOf(error)
      }
    },
  }
}
