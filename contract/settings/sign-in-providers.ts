import { z } from 'zod'
import { line, raw } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { ownerConfirmation, withProof } from '../sign-in/owner-confirmation.ts'
import { providerSources, signInAdapters } from './sign-in-provider-values.ts'

/** In addresses that are registered at the provider. */
const key = withWords(
  z
    .string()
    .max(40)
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d-]*[a-z\d])?$/),
  { required: 'field.providerKey.invalid', invalid: 'field.providerKey.invalid' },
)

const address = withWords(
  line(500)
    .overwrite((text) => text.replace(/\/$/, ''))
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))[^\s?#@]+$/i)
    .refine((text) => URL.canParse(text)),
  { required: 'field.providerAddress.invalid', invalid: 'field.providerAddress.invalid' },
)

const fields = {
  name: needed(localizedLine(30)),
  address,
  /** Empty for CAS. */
  clientId: withWords(line(200).or(z.literal('')), {
    required: 'field.clientId.required',
    invalid: 'field.clientId.required',
  }),
  scope: line(200),
  allowsSignUp: z.boolean(),
  trustsEmail: z.boolean(),
  secondFactorValues: z.array(line(200)).max(10),
}

const provider = z.object({
  key: z.string(),
  adapter: z.enum(signInAdapters),
  ...fields,
  address: z.string(),
  source: z.enum(providerSources),
  /** False: it has no secret, or one that cannot be decrypted any more. */
  hasSecret: z.boolean(),
  /** When it last answered a try as it should; null: not since it was set or changed. */
  triedAt: z.iso.datetime().nullable(),
  isShown: z.boolean(),
  /** To be registered at the provider. */
  callback: z.string(),
})
export type ProviderInfo = z.infer<typeof provider>

const answer = z.object({
  list: z.array(provider),
  version: z.int(),
  /** Callback addresses begin with this. */
  callbackBase: z.string(),
  /** Why the reader, who takes part, does not change them; null: they may. */
  whyNot: z.string().nullable(),
})

/** Whoever sets a provider decides who gets in: the password again, and the second factor of those who have one. */
const confirmation = { ...ownerConfirmation, version: z.int() }

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/api/settings/sign-in-providers',
  summary: 'Providers of sign-in and where they are configured; never their secrets',
  answer,
})

export const saveSignInProvider = endpoint({
  method: 'PUT',
  path: '/api/settings/sign-in-providers/:key',
  summary:
    'Adds or changes a provider of sign-in. Without a secret the stored one is kept, unless the address changes. After a change of how it is reached, it has to be tried again before anybody sees it',
  params: z.strictObject({ key }),
  body: withProof(
    z.strictObject({
      adapter: z.enum(signInAdapters),
      ...fields,
      secret: raw(500)
        .trim()
        .min(1)
        .max(500)
        .regex(/^[^\p{Cc}]*$/u)
        .optional(),
      isNew: z.boolean(),
      ...confirmation,
    }),
    'ownPassword',
  ),
  answer,
})
export type ProviderInput = z.infer<typeof saveSignInProvider.body>

export const showSignInProvider = endpoint({
  method: 'PUT',
  path: '/api/settings/sign-in-providers/:key/shown',
  summary: 'Shows the button of a provider that was tried to everybody, or hides it',
  params: z.strictObject({ key }),
  body: z.strictObject({ isShown: z.boolean(), version: z.int() }),
  answer,
})

export const removeSignInProvider = endpoint({
  method: 'DELETE',
  path: '/api/settings/sign-in-providers/:key',
  summary: 'Removes a provider of sign-in; whoever has linked a sign-in there can no longer use it',
  params: z.strictObject({ key }),
  body: withProof(z.strictObject(confirmation), 'ownPassword'),
  answer,
})

export const trySignInProvider = endpoint({
  method: 'POST',
  path: '/api/settings/sign-in-providers/:key/try',
  summary: 'Where to send the browser to try a provider, shown or not; what it answers is told afterwards',
  params: z.strictObject({ key }),
  body: z.strictObject({}),
  answer: z.object({
    /** Null: it cannot be reached at all. */
    to: z.url().nullable(),
    failure: z.object({ name: z.string(), message: z.string(), detail: z.string() }).nullable(),
  }),
})
