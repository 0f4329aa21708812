import {
  defaultScope,
  defaultSecondFactorValues,
  type SignInAdapterName,
} from '@lectern/contract/settings/sign-in-provider-values.ts'

/** A provider of sign-in that the operator sets: one of each protocol. */
export interface OperatorProvider {
  adapter: SignInAdapterName
  address: string
  name: string
  clientId: string
  secret: string | undefined
  scope: string
  allowsSignUp: boolean
  secondFactorValues: readonly string[]
}

type Refuse = (name: string, value: string, expected: string) => never

const isUsable = (value: string): boolean => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url !== undefined && (url.protocol === 'https:' || isLocal) && !url.username && !url.search && !url.hash
}

/** `refuse` throws, with what was expected. */
export const readOperatorProviders = (
  environment: Record<string, string | undefined>,
  refuse: Refuse,
): OperatorProvider[] => {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const addressOf = (name: string): string | undefined => {
    const value = read(name)
    if (value === undefined) return undefined
    return isUsable(value)
      ? value.replace(/\/$/, '')
      : refuse(name, value, 'expected an address that begins with https://')
  }
  const issuer = addressOf('OIDC_ISSUER')
  const clientId = read('OIDC_CLIENT_ID')
  if ((issuer === undefined) !== (clientId === undefined))
    refuse('OIDC_ISSUER', issuer ?? '', 'it goes together with OIDC_CLIENT_ID')
  const cas = addressOf('CAS_URL')
  const shared = {
    scope: read('OIDC_SCOPE') ?? defaultScope,
    allowsSignUp: true,
    secondFactorValues: defaultSecondFactorValues,
  }
  return [
    ...(issuer !== undefined
      ? [
          {
            ...shared,
            adapter: 'oidc' as const,
            address: issuer,
            name: read('OIDC_NAME') ?? new URL(issuer).host,
            clientId: clientId!,
            secret: read('OIDC_CLIENT_SECRET'),
          },
        ]
      : []),
    ...(cas !== undefined
      ? [
          {
            ...shared,
            adapter: 'cas' as const,
            address: cas,
            name: read('CAS_NAME') ?? new URL(cas).host,
            clientId: '',
            secret: undefined,
          },
        ]
      : []),
  ]
}
