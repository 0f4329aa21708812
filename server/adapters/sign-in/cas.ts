import type { SignInProvider } from '../../platform/sign-in-provider.ts'
import { readCasAnswer } from './cas-answer.ts'
import { isSafeAddress, type LimitedFetch } from './limited-fetch.ts'
import { ProviderError, type SignInAdapter, type Trip } from './sign-in.ts'

/** Names under which servers of universities send an attribute. */
const emailNames = ['mail', 'email', 'Email', 'eduPersonPrincipalMail']
const nameNames = ['displayName', 'cn', 'name', 'userName', 'xm']
const methodNames = ['authnContextClass', 'authenticationMethod', 'samlAuthenticationStatementAuthMethod']

const endpointOf = ({ address }: SignInProvider, path: string): URL => {
  const url = new URL(`${address.replace(/\/$/, '')}/${path}`)
  if (!isSafeAddress(url)) throw new ProviderError('invalid', 'The address must begin with https://')
  return url
}

/** The same to the last character at departure and at the check: a ticket is valid for it alone. */
const serviceOf = ({ callback, state }: Trip): string => {
  const service = new URL(callback)
  service.searchParams.set('state', state)
  return service.href
}

export const createCasAdapter = (limitedFetch: LimitedFetch): SignInAdapter => ({
  depart: async (provider, trip) => {
    const to = endpointOf(provider, 'login')
    to.searchParams.set('service', serviceOf(trip))
    return { to, kept: {} }
  },

  receive: async (provider, { answer, ...trip }) => {
    const [ticket = '', ...more] = answer.getAll('ticket')
    if (more.length > 0 || !/^[\w.-]{1,256}$/.test(ticket)) throw new ProviderError('mismatch', 'No ticket')
    const check = endpointOf(provider, 'p3/serviceValidate')
    check.searchParams.set('service', serviceOf(trip))
    check.searchParams.set('ticket', ticket)
    const response = await limitedFetch(check, { headers: { accept: 'application/xml, text/xml' } })
    if (response.status >= 500) throw new ProviderError('unreachable', `HTTP ${response.status}`)
    if (response.status !== 200) throw new ProviderError('invalid', `HTTP ${response.status}`)
    const { user, attributes } = readCasAnswer(await response.text())
    const firstOf = (names: readonly string[]): string | null =>
      names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== '') ?? null
    return {
      issuer: provider.address,
      subject: user,
      email: firstOf(emailNames),
      isEmailConfirmed: null,
      name: firstOf(nameNames),
      methods: methodNames.flatMap((name) => attributes.get(name) ?? []),
    }
  },
})
