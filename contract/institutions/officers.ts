import { z } from 'zod'
import { contact, lines, profileFields } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { fileId, institutionId, officerId } from '../ids.ts'
import { officerStates } from './institution-values.ts'

/** An officer of an institution, or somebody who was invited or has asked to be one. */
const officer = z.object({
  id: officerId,
  institutionId,
  /** Its name, in the reader's language. */
  institution: z.string(),
  state: z.enum(officerStates),
  name: z.string(),
  /** Where the invitation was sent; null: it is over. */
  contact: z.string().nullable(),
  /** Null: nobody has used the invitation. */
  username: z.string().nullable(),
  /** The stamped letter of a request. */
  letter: z.object({ id: fileId, name: z.string() }).nullable(),
  reason: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Officer = z.infer<typeof officer>

const params = z.strictObject({ id: institutionId })
const officerParams = z.strictObject({ id: officerId })

export const listOfficers = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/officers',
  summary: 'Officers of an institution, for organisers, the level above and officers themselves',
  params,
  answer: z.object({ list: z.array(officer) }),
})

export const listOfficerRequests = endpoint({
  method: 'GET',
  path: '/api/officer-requests',
  summary: 'Requests that the caller may decide on, the oldest first',
  answer: z.object({ list: z.array(officer) }),
})

export const inviteOfficer = endpoint({
  method: 'POST',
  path: '/api/institutions/:id/officers',
  summary: 'Invites an officer by e-mail or phone; an earlier invitation of the same contact ends',
  params,
  body: z.strictObject({ name: profileFields.realName, contact }),
  answer: officer,
  idempotent: true,
})

/** The request body is the sheet itself (XLSX or CSV). */
export const importOfficers = endpoint({
  method: 'POST',
  path: '/api/officers/import',
  summary: 'Invites the officers of a sheet: all of them or none; a dry run only reports what would happen',
  query: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
  answer: z.object({
    dryRun: z.boolean(),
    rows: z.int(),
    /** Invitations that were sent, or that would be after a dry run: all, or none while a row is wrong. */
    invited: z.int(),
    problems: z.array(z.object({ row: z.int(), column: z.string(), value: z.string(), message: z.string() })),
  }),
})

/** The response is a file. */
export const readOfficerTemplate = endpoint({
  method: 'GET',
  path: '/api/officers/import/template',
  summary: 'An empty sheet with the columns of an import of officers',
  answer: z.never(),
})

export const decideOfficer = endpoint({
  method: 'POST',
  path: '/api/officers/:id/decision',
  summary: 'Confirms or refuses a request, with a reason',
  params: officerParams,
  body: z.strictObject({
    decision: z.enum(['active', 'refused']),
    reason: lines(500).optional(),
    version: z.int(),
  }),
  answer: officer,
})

export const endOfficer = endpoint({
  method: 'POST',
  path: '/api/officers/:id/end',
  summary: 'Ends an officer or an open invitation, effective with the next request',
  params: officerParams,
  body: z.strictObject({ reason: lines(500).optional(), version: z.int() }),
  answer: officer,
})

const token = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) })

export const readOfficerInvitation = endpoint({
  method: 'GET',
  path: '/api/officer-invitations/:token',
  summary: 'What an invitation is for',
  params: token,
  answer: z.object({ institution: z.string(), name: z.string(), expiresAt: z.iso.datetime() }),
})

export const acceptOfficerInvitation = endpoint({
  method: 'POST',
  path: '/api/officer-invitations/:token',
  summary: 'Makes the caller an officer; the link then ends',
  params: token,
  answer: officer,
})

export const requestOfficer = endpoint({
  method: 'POST',
  path: '/api/officer-requests',
  summary: 'Asks to become an officer of an institution, with a stamped letter',
  body: z.strictObject({ institutionId, letter: fileId }),
  answer: officer,
  idempotent: true,
})

export const listMyOfficers = endpoint({
  method: 'GET',
  path: '/api/account/officers',
  summary: 'For which institutions the caller acts, or has asked to act',
  answer: z.object({ list: z.array(officer) }),
})
