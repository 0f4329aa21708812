import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { casAdapter } from './cas.ts'
import { oidcAdapter } from './oidc.ts'
import type { SignInAdapter } from './sign-in.ts'

/** All protocols of sign-in. */
export const signInAdapters: Readonly<Record<SignInAdapterName, SignInAdapter>> = {
  oidc: oidcAdapter,
  cas: casAdapter,
}
