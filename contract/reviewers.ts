import { z } from 'zod'
import { line, lines, search } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { expertFields } from './expert-values.ts'
import { accountId, conflictId, entryId, fileId, panelId, reviewerId, roundId } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'
import {
  conflictKinds,
  maxPanels,
  maxReasonLength,
  maxReviewers,
  maxWorksPerExpert,
  reviewerStates,
} from './review-values.ts'

const params = z.strictObject({ id: roundId })
const fields = z.array(z.enum(expertFields)).max(expertFields.length)
const maxWorks = z.int().min(1).max(maxWorksPerExpert)

const reviewer = z.object({
  id: reviewerId,
  account: accountId,
  name: z.string(),
  contact: z.string().nullable(),
  institution: z.string(),
  fields,
  maxWorks,
  panel: panelId.nullable(),
  isChair: z.boolean(),
  state: z.enum(reviewerStates),
  hasPledged: z.boolean(),
  reason: z.string().nullable(),
  /** Assignments, and how many of them have a submitted sheet. */
  assigned: z.int(),
  finished: z.int(),
  conflicts: z.int(),
})
export type Reviewer = z.infer<typeof reviewer>

export const listReviewers = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/reviewers',
  summary: 'The experts of a round, for organisers',
  params,
  query: pageQuery.extend({
    state: z.enum(reviewerStates).optional(),
    panel: panelId.optional(),
    search: search.optional(),
  }),
  answer: pageOf(reviewer),
})

const candidate = z.object({
  account: accountId,
  name: z.string(),
  username: z.string(),
  institution: z.string(),
  fields,
  maxWorks: maxWorks.nullable(),
  /** Why they cannot be invited, in the caller's language. */
  refusal: z.string().nullable(),
})
export type Candidate = z.infer<typeof candidate>

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/candidates',
  summary: 'Expert accounts that are not in the round yet, for organisers',
  params,
  query: pageQuery.extend({ search: search.optional(), field: z.enum(expertFields).optional() }),
  answer: pageOf(candidate),
})

export const inviteReviewers = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reviewers',
  summary: 'Invites expert accounts to a round',
  params,
  idempotent: true,
  body: z.strictObject({ accounts: z.array(accountId).min(1).max(maxReviewers) }),
  answer: z.object({ outcomes: z.array(z.object({ account: accountId, refusal: z.string().nullable() })) }),
})

/** A sheet with a row for each expert: name, e-mail or phone, institution, fields, most works, panel, chair. */
export const importReviewers = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reviewers/import',
  summary: 'Reads experts from a sheet: a dry run first, then creates missing accounts and invites all',
  params,
  idempotent: true,
  body: z.strictObject({ file: fileId, dryRun: z.boolean() }),
  answer: z.object({
    rows: z.array(
      z.object({
        row: z.int(),
        name: z.string(),
        outcome: z.enum(['new', 'known', 'invited', 'wrong']),
        problem: z.string().nullable(),
      }),
    ),
  }),
})

export const saveReviewer = endpoint({
  method: 'PUT',
  path: '/api/rounds/:id/reviewers/:reviewer',
  summary: 'Changes fields, institution, limit, panel or chair of an expert in a round',
  params: params.extend({ reviewer: reviewerId }),
  body: z.strictObject({
    fields,
    institution: line(100).or(z.literal('')),
    maxWorks,
    panel: panelId.nullable(),
    isChair: z.boolean(),
  }),
  answer: reviewer,
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reviewers/:reviewer/invitation',
  summary: 'Invites an expert again who declined or was removed',
  params: params.extend({ reviewer: reviewerId }),
  answer: reviewer,
})

const panel = z.object({
  id: panelId,
  name: z.string(),
  members: z.int(),
  works: z.int(),
  chair: z.string().nullable(),
  signedAt: z.iso.datetime().nullable(),
})
export type Panel = z.infer<typeof panel>

export const listPanels = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/panels',
  summary: 'The panels of a round, for organisers',
  params,
  answer: z.object({ list: z.array(panel) }),
})

export const savePanels = endpoint({
  method: 'PUT',
  path: '/api/rounds/:id/panels',
  summary: 'Sets the panels of a round, in order; those left out are deleted if they have no works',
  params,
  body: z.strictObject({
    panels: z.array(z.strictObject({ id: panelId.optional(), name: line(40) })).max(maxPanels),
  }),
  answer: z.object({ list: z.array(panel) }),
})

const conflict = z.object({
  id: conflictId,
  kind: z.enum(conflictKinds),
  reviewer: z.object({ id: reviewerId, name: z.string() }),
  entry: z.object({ id: entryId, code: z.string(), number: z.string(), title: z.string(), team: z.string() }),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  liftedAt: z.iso.datetime().nullable(),
  liftedReason: z.string().nullable(),
})
export type Conflict = z.infer<typeof conflict>

export const listConflicts = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/conflicts',
  summary: 'Who must not judge what, for organisers',
  params,
  query: pageQuery.extend({
    kind: z.enum(conflictKinds).optional(),
    reviewer: reviewerId.optional(),
    lifted: z.literal('true').optional(),
    search: search.optional(),
  }),
  answer: pageOf(conflict),
})

export const findConflicts = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/conflicts/search',
  summary: 'Looks for conflicts between the experts and the works of a round',
  params,
  answer: z.object({ found: z.int(), standing: z.int() }),
})

export const addConflict = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/conflicts',
  summary: 'Says that an expert must not judge a work; a standing assignment of the two is removed',
  params,
  body: z.strictObject({ reviewer: reviewerId, entry: entryId, reason: lines(maxReasonLength) }),
  answer: conflict,
})

export const liftConflict = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/conflicts/:conflict/lifting',
  summary: 'Lifts a conflict, with a reason; membership cannot be lifted',
  params: params.extend({ conflict: conflictId }),
  body: z.strictObject({ reason: lines(maxReasonLength) }),
  answer: conflict,
})
