import { z } from 'zod'
import { line, lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { expertFields } from '../experts/expert-values.ts'
import { accountId, conflictId, entryId, institutionId, panelId, reviewerId, roundId } from '../ids.ts'
import { seenVersion } from '../ordering.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  conflictKinds,
  importOutcomes,
  maxPanels,
  maxReasonLength,
  maxReviewers,
  maxWorksPerExpert,
  reviewerStates,
} from '../review/review-values.ts'

const params = z.strictObject({ id: roundId })
const fields = z.array(z.enum(expertFields)).max(expertFields.length)
const maxWorks = z.int().min(1).max(maxWorksPerExpert)

const reviewer = z.object({
  id: reviewerId,
  version: z.int(),
  account: accountId,
  name: z.string(),
  contact: z.string().nullable(),
  /** As it is spelled, and the one of the list that was chosen. */
  institution: z.string(),
  institutionId: institutionId.nullable(),
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

/** Row numbers are those of the sheet, including the heading row. */
const importedRow = z.object({
  row: z.int(),
  name: z.string(),
  /** `new`: an account is created and invited. `known`: an account is invited. `invited`: is in the round already. */
  outcome: z.enum(importOutcomes),
  problems: z.array(z.object({ column: z.string(), value: z.string(), message: z.string() })),
})
export type ImportedReviewer = z.infer<typeof importedRow>

/** A sheet with a row for each expert. Its columns are in `importColumns`. The body is the file. */
export const importReviewers = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reviewers/import',
  summary: 'Reads experts from a sheet: a dry run first, then creates missing accounts and invites all, or nobody',
  params,
  query: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
  answer: z.object({ dryRun: z.boolean(), invited: z.int(), rows: z.array(importedRow) }),
})

/** The response is a file. */
export const readReviewerTemplate = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/reviewers/import/template',
  summary: 'An empty sheet for the import of experts',
  params,
  answer: z.never(),
})

export const saveReviewer = endpoint({
  method: 'PUT',
  path: '/api/rounds/:id/reviewers/:reviewer',
  summary: 'Changes fields, institution, limit, panel or chair of an expert in a round',
  params: params.extend({ reviewer: reviewerId }),
  body: z.strictObject({
    version: seenVersion,
    fields,
    institution: line(100).or(z.literal('')),
    /** Absent: the one that was chosen before, unless the text is another one. */
    institutionId: institutionId.nullable().optional(),
    maxWorks,
    panel: panelId.nullable(),
    isChair: z.boolean(),
  }),
  answer: z.object({
    reviewer,
    /** Conflicts that were found because of the change, and assignments that ended because of them. */
    found: z.int(),
    ended: z.int(),
  }),
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
  answer: z.object({
    /** New ones, and all that stand. */
    found: z.int(),
    standing: z.int(),
    /** Assignments that ended because of them. */
    ended: z.int(),
    /** Not recorded: the expert has already submitted a sheet, so organisers decide. */
    judged: z.array(
      z.object({
        reviewer: z.object({ id: reviewerId, name: z.string() }),
        entry: z.object({ id: entryId, code: z.string(), title: z.string() }),
      }),
    ),
  }),
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
