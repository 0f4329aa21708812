import { z } from 'zod'
import { givenPassword, line } from './account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { withWords } from '../field-words.ts'
import { teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { factors, withProof } from '../sign-in/owner-confirmation.ts'

const done = z.object({})

/** The request body is the picture itself. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/account/avatar',
  summary: 'Stores my picture, converted to one size and without camera metadata',
  answer: z.object({ avatar: z.string() }),
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/account/avatar',
  summary: 'Removes my picture',
  answer: done,
})

/**
 * The response is a file with account, sessions, consents, notices, letters, messages, audit rows, files, teams,
 * invitations and enrolments.
 */
export const exportMyData = endpoint({
  method: 'GET',
  path: '/api/account/data',
  summary: 'Everything that is stored about me, with my teams, invitations and enrolments',
  answer: z.never(),
})

const consent = z.object({
  name: z.string(),
  version: z.int(),
  title: z.string(),
  givenAt: z.iso.datetime(),
})

export const listMyConsents = endpoint({
  method: 'GET',
  path: '/api/account/consents',
  summary: 'What I have agreed to, and when',
  answer: z.object({ list: z.array(consent) }),
})

const ownUsername = withWords(line(32), { required: 'field.username.required' })

export const foreseeDeletion = endpoint({
  method: 'GET',
  path: '/api/account/deletion',
  summary: 'What deleting my account would change for teams with an enrolment whose captain I am',
  answer: z.object({
    teams: z.array(
      z.object({
        id: teamId,
        name: z.string(),
        activity: z.object({ name: z.string(), locale: z.enum(locales) }),
        state: z.enum(enrolmentStates),
        /** Who becomes captain; null: nobody can. */
        nextCaptain: z.string().nullable(),
      }),
    ),
  }),
})
export type LedTeam = z.infer<typeof foreseeDeletion.answer>['teams'][number]

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes my account and personal data; contest records stay without my name. Requires the username, the password with the second factor if it is on or a passkey, and the teams whose captain I am',
  body: withProof(
    z.strictObject({
      username: ownUsername,
      password: givenPassword.optional(),
      ...factors,
      /** Teams whose consequences the user has confirmed. */
      teams: z.array(teamId).max(200).optional(),
    }),
    'password',
  ),
  answer: done,
})
