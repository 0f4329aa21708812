import { z } from 'zod'
import { codePurposes, proofPurposes } from '../accounts/account-values.ts'
import {
  code,
  contact,
  givenPassword,
  line,
  newPassword,
  proof,
  secondFactorCode,
  username,
} from '../accounts/account-fields.ts'
import { currentUser } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { sessionId } from '../ids.ts'
import { assertion } from './passkeys.ts'
import { consents, remember } from './steps.ts'

const done = z.object({})

export const requestChallenge = endpoint({
  method: 'POST',
  path: '/api/account/challenge',
  summary: 'A proof-of-work challenge for requests that require one; harder for clients with many requests',
  body: z.strictObject({ purpose: z.enum(proofPurposes), identifier: line(254).optional() }),
  answer: z.object({ challenge: z.string() }),
})

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/account/codes',
  summary: 'Sends a code by mail or SMS; the response does not reveal whether the contact has an account',
  body: z.strictObject({ purpose: z.enum(codePurposes), contact, proof }),
  answer: z.object({ seconds: z.int() }),
})

const firstPassword = withWords(newPassword, { required: 'field.password.required', length: 'field.password.length' })

export const signUp = endpoint({
  method: 'POST',
  path: '/api/account/register',
  summary: 'Creates an account and signs in',
  idempotent: true,
  body: z.strictObject({ username, password: firstPassword, contact, code, consents, proof }),
  answer: currentUser,
})

const furtherSteps = {
  remember,
  secondFactor: secondFactorCode.optional(),
  /** In the place of a code. */
  passkey: assertion.optional(),
  consents: consents.optional(),
}

const identifier = withWords(line(254), { required: 'field.identifier.required' })

export const signIn = endpoint({
  method: 'POST',
  path: '/api/account/login',
  summary: 'Signs in with a password; a named error says what else is required, and the request is sent again with it',
  body: z.strictObject({ identifier, password: givenPassword, proof: proof.optional(), ...furtherSteps }),
  answer: currentUser,
})

export const signInByCode = endpoint({
  method: 'POST',
  path: '/api/account/login/code',
  summary: 'Signs in with a code that was sent',
  body: z.strictObject({ contact, code, ...furtherSteps }),
  answer: currentUser,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/account/logout',
  summary: 'Ends this session',
  answer: done,
})

const oldPassword = withWords(givenPassword, { required: 'field.oldPassword.required' })

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  summary: 'Changes the password; all other sessions end',
  body: z.strictObject({ oldPassword, newPassword }),
  answer: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/account/password/reset',
  summary: 'Sets a new password with a code; all sessions end',
  body: z.strictObject({ contact, code, newPassword }),
  answer: done,
})

const session = z.object({
  id: sessionId,
  current: z.boolean(),
  remembered: z.boolean(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  address: z.string(),
  /** Parsed from the user agent; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
})
export type SessionInfo = z.infer<typeof session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'My sessions, the latest first',
  answer: z.object({ list: z.array(session) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Ends one of my sessions',
  params: z.strictObject({ id: sessionId }),
  answer: done,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Ends all my sessions but this one',
  answer: z.object({ ended: z.int() }),
})

export const requestContactCode = endpoint({
  method: 'POST',
  path: '/api/account/contact/code',
  summary: 'Sends a code to a new e-mail address or phone number; requires the password',
  body: z.strictObject({ contact, password: givenPassword }),
  answer: z.object({ seconds: z.int() }),
})

export const changeContact = endpoint({
  method: 'PUT',
  path: '/api/account/contact',
  summary: 'Confirms my new contact with its code; the old contact is notified',
  body: z.strictObject({ contact, code }),
  answer: currentUser,
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  summary: 'Starts the setup of a second factor; requires the password',
  body: z.strictObject({ password: givenPassword }),
  answer: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/account/second-factor',
  summary: 'Turns the second factor on with its first code; returns the recovery codes, once',
  body: z.strictObject({ code }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/removal',
  summary: 'Turns the second factor off; requires the password',
  body: z.strictObject({ password: givenPassword }),
  answer: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  summary: 'Creates new recovery codes, returned once; the old ones become invalid. Requires the password',
  body: z.strictObject({ password: givenPassword }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
})
