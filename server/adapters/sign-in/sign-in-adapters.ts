import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { createCasAdapter } from './cas.ts'
import { createLimitedFetch, defaultAnswerMilliseconds } from './limited-fetch.ts'
import { createOidcAdapter } from './oidc.ts'
import type { SignInAdapter } from './sign-in.ts'

export type SignInAdapters = Readonly<Record<SignInAdapterName, SignInAdapter>>

/** All protocols of sign-in. */
export const createSignInAdapters = (answerMilliseconds = defaultAnswerMilliseconds): SignInAdapters => {
  const limitedFetch = createLimitedFetch(answerMilliseconds)
  return { oidc: createOidcAdapter(limitedFetch), cas: createCasAdapter(limitedFetch) }
}
