import { z } from 'zod'
import { code, contact, givenPassword, secondFactorCode, username } from '../accounts/account-fields.ts'
import { currentUser } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { documentId } from '../ids.ts'
import { assertion } from './passkeys.ts'
import { answerLimits, returnAddress } from './provider-values.ts'

const key = z.string().regex(/^[a-z\d-]{1,40}$/)
const state = z.string().regex(/^[\w-]{43}$/)
const path = z.string().max(2_000).regex(returnAddress).nullable()
const consents = withWords(z.array(documentId).max(10), { required: 'field.consents.required' })
const departure = z.object({ to: z.url() })

export const departToProvider = endpoint({
  method: 'POST',
  path: '/api/account/providers/:key/departure',
  summary: 'Where to send the browser to sign in at a provider; it comes back to /account/SignIn/{key}',
  params: z.strictObject({ key }),
  body: z.strictObject({ remember: z.boolean().default(false), redirect: path.default(null) }),
  answer: departure,
})

export const departToLink = endpoint({
  method: 'POST',
  path: '/api/account/providers/:key/link',
  summary:
    'Where to send the browser to link a sign-in at a provider to my account; requires the password of those who have one, and a new session of others',
  params: z.strictObject({ key }),
  body: z.strictObject({ password: givenPassword.optional() }),
  answer: departure,
})

/** What an organiser sees who tries a provider. */
const trial = z.object({
  /** Null: the provider answered as it should. */
  failure: z.object({ name: z.string(), message: z.string(), detail: z.string() }).nullable(),
  issuer: z.string().nullable(),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean().nullable(),
  name: z.string().nullable(),
  methods: z.array(z.string()),
  countsAsSecondFactor: z.boolean(),
})
export type Trial = z.infer<typeof trial>

/** Nobody has an account with this sign-in yet. */
const unknown = z.object({
  provider: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The address needs no code. */
  isEmailConfirmed: z.boolean(),
  /** An account has this address. Only told about addresses that the provider has confirmed. */
  hasAccount: z.boolean(),
  maySignUp: z.boolean(),
})
export type UnknownIdentity = z.infer<typeof unknown>

export const arriveFromProvider = endpoint({
  method: 'POST',
  path: '/api/account/providers/:key/arrival',
  summary:
    'Signs in, links or tries with the parameters that the provider has sent the browser back with; a named error says what else is required, and the request is sent again with it',
  params: z.strictObject({ key }),
  body: z.strictObject({
    answer: z
      .array(z.tuple([z.string().max(answerLimits.name), z.string().max(answerLimits.value)]))
      .max(answerLimits.parameters),
    secondFactor: secondFactorCode.optional(),
    /** Instead of a code. */
    passkey: assertion.optional(),
    consents: consents.optional(),
  }),
  answer: z.object({
    outcome: z.enum(['signedIn', 'linked', 'tried', 'unknown']),
    /** Where to go on, as given at the departure. */
    redirect: z.string().nullable(),
    user: currentUser.nullable(),
    trial: trial.nullable(),
    unknown: unknown.nullable(),
  }),
})

export const linkArrival = endpoint({
  method: 'POST',
  path: '/api/account/arrivals/:state/link',
  summary: 'Links the sign-in that this browser has come back with to my account, into which I have signed in since',
  params: z.strictObject({ state }),
  body: z.strictObject({}),
  answer: z.object({ redirect: z.string().nullable() }),
})

export const signUpFromProvider = endpoint({
  method: 'POST',
  path: '/api/account/arrivals/:state/account',
  summary: 'Creates an account for the sign-in that this browser has come back with, and signs in',
  params: z.strictObject({ state }),
  body: z.strictObject({ username, contact: contact.optional(), code: code.optional(), consents }),
  answer: z.object({ user: currentUser, redirect: z.string().nullable() }),
})
