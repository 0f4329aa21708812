import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { providerSources, SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'

/** A provider of sign-in, such as the single sign-on of a campus. */
export interface SignInProvider {
  /** In the address that it sends browsers back to. */
  key: string
  adapter: SignInAdapterName
  name: LocalizedText
  /** The issuer of OpenID Connect, or the base address of a CAS server. */
  address: string
  /** OpenID Connect only; otherwise empty. */
  clientId: string
  scope: string
  /** Undefined: it has none, or it was encrypted with another key. */
  secret: string | undefined
  /** People without an account may create one with it. */
  allowsSignUp: boolean
  /** Its e-mail addresses count as confirmed. */
  trustsEmail: boolean
  /** Its names for sign-ins with a second factor; empty: none counts. */
  secondFactorValues: readonly string[]
  /** Everybody sees its button. */
  isShown: boolean
  source: (typeof providerSources)[number]
}
