import { signInByPasskey, type Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { signInByCode, signIn } from '@lectern/contract/sign-in/sign-in.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { listDocuments, type DocumentHead } from '@lectern/contract/documents/documents.ts'
import type { Client } from '../../request/client.ts'
import { failureOf } from '../../request/request-error.ts'
import { obtainProof } from './proof.ts'

/** What the user has given: a password, a code or a passkey. */
export type Credentials = { remember: boolean } & (
  | { way: 'password'; identifier: string; password: string }
  | { way: 'code'; contact: string; code: string }
  | { way: 'passkey'; passkey: Assertion }
)

/** Input of the further steps. */
export interface FurtherInput {
  secondFactor?: string
  passkey?: Assertion
  consents?: DocumentHead['id'][]
}

/** What the server takes as the second factor of this user. */
export type SecondFactor = 'code' | 'passkey' | 'either'

export type Step =
  | { name: 'credentials' }
  /** `problem`: the code expired while the user read the documents. */
  | { name: 'secondFactor'; asks: SecondFactor; problem?: unknown }
  | { name: 'consent'; documents: DocumentHead[] }

const errorName = (error: unknown): string | undefined => failureOf(error)?.error

/** Signs in; a proof of work that the server requests is computed silently. */
export const signInWith = async (
  client: Client,
  credentials: Credentials,
  further: FurtherInput,
): Promise<CurrentUser> => {
  if (credentials.way === 'passkey') {
    const { passkey, remember } = credentials
    return client(signInByPasskey, { body: { ...further, passkey, remember } })
  }
  if (credentials.way === 'code') {
    const { contact, code, remember } = credentials
    return client(signInByCode, { body: { contact, code, remember, ...further } })
  }
  const { identifier, password, remember } = credentials
  const body = { identifier, password, remember, ...further }
  try {
    return await client(signIn, { body })
  } catch (error) {
    if (errorName(error) !== 'proof.required') throw error
    const proof = await obtainProof(client, 'signIn', identifier)
    return client(signIn, { body: { ...body, proof } })
  }
}

const factorsOfError: Readonly<Record<string, SecondFactor>> = {
  'secondFactor.required': 'code',
  'secondFactor.orPasskey': 'either',
  'passkey.required': 'passkey',
}

/** The next step after a failed attempt; throws errors that need no further step. */
export const stepAfter = async (client: Client, step: Step, error: unknown): Promise<Step> => {
  const name = errorName(error) ?? ''
  const asks = factorsOfError[name]
  if (asks) return { name: 'secondFactor', asks }
  const isFactorRefused = name === 'secondFactor.wrong' || name === 'secondFactor.unreadable'
  if (isFactorRefused && step.name === 'consent') return { name: 'secondFactor', asks: 'code', problem: error }
  if (name !== 'consent.required') throw error
  const { list } = await client(listDocuments)
  return { name: 'consent', documents: list }
}
