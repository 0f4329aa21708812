import { z } from 'zod'
import { lines } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { assignmentId, entryId, panelId, reviewerId, roundId, taskId } from './ids.ts'
import { assignmentStates, maxReasonLength, sheetStates } from './review-values.ts'

const params = z.strictObject({ id: roundId })

/** A dry run: nothing is visible to experts until it is published. */
const plan = z.object({
  seed: z.string(),
  madeAt: z.iso.datetime(),
  works: z.int(),
  experts: z.int(),
  assignments: z.int(),
  /** Works per expert, or per panel. */
  loads: z.array(
    z.object({
      reviewer: reviewerId.nullable(),
      panel: panelId.nullable(),
      name: z.string(),
      works: z.int(),
      max: z.int().nullable(),
    }),
  ),
  /** How many assignments have how many fields in common. */
  fit: z.object({ none: z.int(), some: z.int() }),
  /** Works that get too few experts, with the reason in the caller's language. */
  short: z.array(
    z.object({ entry: entryId, code: z.string(), title: z.string(), missing: z.int(), reason: z.string() }),
  ),
  /** Whom or what to add so that nothing is short, in the caller's language. */
  advice: z.array(z.string()),
  /** Scores of a pool can only be calibrated if all works and experts hang together. */
  isConnected: z.boolean(),
  /** Against what is published: assignments that would be added and removed. */
  added: z.int(),
  removed: z.int(),
  /** Works, experts or conflicts have changed since. */
  isStale: z.boolean(),
})
export type Plan = z.infer<typeof plan>

export const startPlan = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/plan',
  summary: 'Starts a dry run of the assignment; the same works, experts and seed give the same plan',
  params,
  body: z.strictObject({ seed: z.string().min(1).max(40) }),
  answer: z.object({ task: taskId }),
})

export const readPlan = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/plan',
  summary: 'The last dry run, for organisers',
  params,
  answer: z.object({ plan: plan.nullable(), task: taskId.nullable() }),
})

export const publishPlan = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/plan/publication',
  summary: 'Makes the last dry run the assignment of the round; refused if it is stale',
  params,
  body: z.strictObject({ seed: z.string().min(1).max(40), madeAt: z.iso.datetime() }),
  answer: z.object({ added: z.int(), removed: z.int() }),
})

const assignment = z.object({
  id: assignmentId,
  state: z.enum(assignmentStates),
  isThird: z.boolean(),
  reviewer: z.object({ id: reviewerId, name: z.string(), institution: z.string() }),
  sheet: z.enum(sheetStates),
  /** Hundredths; null: nothing submitted. */
  total: z.int().nullable(),
  reason: z.string().nullable(),
})
export type OfficeAssignment = z.infer<typeof assignment>

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/works/:entry/assignments',
  summary: 'Who judges a work, and who could, for organisers',
  params: params.extend({ entry: entryId }),
  answer: z.object({
    list: z.array(assignment),
    /** Experts without a conflict, the best first. */
    candidates: z.array(
      z.object({ reviewer: reviewerId, name: z.string(), works: z.int(), max: z.int(), common: z.int() }),
    ),
  }),
})

export const assignReviewer = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/works/:entry/assignments',
  summary: 'Gives a work to one more expert',
  params: params.extend({ entry: entryId }),
  body: z.strictObject({ reviewer: reviewerId, isThird: z.boolean().default(false) }),
  answer: assignment,
})

export const removeAssignment = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/assignments/:assignment/removal',
  summary: 'Takes a work away from an expert, with a reason; a submitted sheet is kept or dropped',
  params: params.extend({ assignment: assignmentId }),
  body: z.strictObject({ keepSheet: z.boolean(), reason: lines(maxReasonLength) }),
  answer: assignment,
})

export const replaceReviewer = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reviewers/:reviewer/replacement',
  summary: 'Removes an expert from a round and gives the unfinished works to others',
  params: params.extend({ reviewer: reviewerId }),
  idempotent: true,
  body: z.strictObject({
    /** Null: the program spreads the works over the others. */
    by: reviewerId.nullable(),
    /** What was submitted counts, or is judged again by others. */
    keepSheets: z.boolean(),
    reason: lines(maxReasonLength),
  }),
  answer: z.object({ moved: z.int(), kept: z.int(), short: z.array(z.string()) }),
})
