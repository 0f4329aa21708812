import { z } from 'zod'
import { givenPassword, line } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { withWords } from './field-words.ts'

const done = z.object({})

/** The body is the picture itself. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/account/avatar',
  summary: 'Stores my picture, made new in one size and without what a camera writes into it',
  answer: z.object({ avatar: z.string() }),
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/account/avatar',
  summary: 'Removes my picture',
  answer: done,
})

/** Answered as a file: account, sessions, consents, notices, letters, messages, doings, files, teams, invitations and enrolments. */
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

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes my account: personal data go, contest records stay without a name. Needs the password and the username',
  body: z.strictObject({ username: ownUsername, password: givenPassword }),
  answer: done,
})
