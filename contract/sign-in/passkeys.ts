import { z } from 'zod'
import { givenPassword, line } from '../accounts/account-fields.ts'
import { currentUser } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { passkeyId } from '../ids.ts'
import { maxPasskeyName } from './passkey-values.ts'
import { consents, remember } from './steps.ts'

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/)

/** What the browser adds without being asked is not sent. */
const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') }

const registration = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(2_000),
    attestationObject: base64url(8_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** The answer of a device to a challenge, signed with a passkey. */
export const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(2_000),
    authenticatorData: base64url(2_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
})
export type Assertion = z.infer<typeof assertion>

const userVerification = z.literal('required')

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification,
})

const creationOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
})

export const requestPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/account/login/passkey/challenge',
  summary: 'A challenge for any passkey of this site; valid once, for five minutes, in this browser',
  answer: requestOptions,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/account/login/passkey',
  summary: 'Signs in with a passkey, without a name; counts as both factors',
  body: z.strictObject({ passkey: assertion, remember, consents: consents.optional() }),
  answer: currentUser,
})

export const readForeignPasskeys = endpoint({
  method: 'GET',
  path: '/api/office/foreign-passkeys',
  summary: 'How many people have passkeys that were made at another address of the site, and do not work any more',
  answer: z.object({
    /** Where passkeys work now; null: nowhere, because the site is reached by an IP address. */
    address: z.string().nullable(),
    others: z.array(z.object({ address: z.string(), people: z.int() })),
  }),
})

/** What only the owner has at hand. */
const ownerProof = { password: givenPassword.optional(), passkey: assertion.optional() }

const passkey = z.object({
  id: passkeyId,
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
  /** The address of the site for which it was made, if it does not work at the present one. */
  otherAddress: z.string().nullable(),
  /** Why it cannot be removed. */
  whyNotRemove: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  summary: 'My passkeys, the newest first',
  answer: z.object({
    list: z.array(passkey),
    /** False: the site is reached by an IP address, for which browsers make no passkeys. */
    isAvailable: z.boolean(),
  }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/challenge',
  summary: 'Begins a new passkey; requires the password, or another passkey',
  body: z.strictObject(ownerProof),
  answer: creationOptions,
})

export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Adds a new passkey, which the browser has made for the challenge',
  body: z.strictObject({ registration }),
  answer: z.object({ id: passkeyId, name: z.string() }),
})

const oneOfMine = z.strictObject({ id: passkeyId })

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/account/passkeys/:id',
  summary: 'Renames one of my passkeys',
  params: oneOfMine,
  body: z.strictObject({ name: withWords(line(maxPasskeyName), { required: 'field.passkeyName.required' }) }),
  answer: z.object({}),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/:id/removal',
  summary: 'Removes one of my passkeys; requires the password, or a passkey',
  params: oneOfMine,
  body: z.strictObject(ownerProof),
  answer: z.object({}),
})
