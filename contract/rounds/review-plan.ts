import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { expertFields } from '../experts/expert-values.ts'
import { activityId, assignmentId, entryId, panelId, reviewerId, roundId, taskId } from '../ids.ts'
import { pageOf } from '../paging.ts'
import { assignmentStates, maxReasonLength, maxSeedLength, sheetStates } from '../review/review-values.ts'
import { roundWork, worksQuery } from './rounds.ts'

const params = z.strictObject({ id: roundId })
const seed = z.string().trim().min(1).max(maxSeedLength)
const fields = z.array(z.enum(expertFields)).max(expertFields.length)

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
  /** How well experts know the fields of their works: number of assignments. Null: no activity names a field. */
  fit: z.object({ none: z.int(), part: z.int(), full: z.int() }).nullable(),
  /** Works that get too few experts, with the reason in the caller's language. The first ones, and how many there are. */
  short: z.array(
    z.object({ entry: entryId, code: z.string(), title: z.string(), missing: z.int(), reason: z.string() }),
  ),
  shortTotal: z.int(),
  /** Whom or what to add so that nothing is short, in the caller's language. */
  advice: z.array(z.string()),
  /** Scores of a pool can only be calibrated if all works and experts are connected. */
  isConnected: z.boolean(),
  /** False: the time for planning ended. The plan keeps every rule, but a better one may exist. */
  isComplete: z.boolean(),
  /** Against what is published: assignments that would be added and removed. */
  added: z.int(),
  removed: z.int(),
  /** Works, experts or conflicts have changed since. */
  isStale: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
})
export type Plan = z.infer<typeof plan>

export const startPlan = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/plan',
  summary: 'Starts a dry run of the assignment; the same works, experts and seed give the same plan',
  params,
  body: z.strictObject({
    seed,
    /** What experts should know to judge the works of an activity. Activities that are not listed stay as they are. */
    fields: z
      .array(z.strictObject({ activity: activityId, fields }))
      .max(100)
      .default([]),
  }),
  answer: z.object({ task: taskId }),
})

export const readPlan = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/plan',
  summary: 'The last dry run, for organisers',
  params,
  answer: z.object({
    plan: plan.nullable(),
    /** The dry run that is waiting or running. */
    task: taskId.nullable(),
    activities: z.array(z.object({ id: activityId, name: z.string(), fields })),
  }),
})

export const publishPlan = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/plan/publication',
  summary: 'Makes the last dry run the assignment of the round; refused if it is stale',
  params,
  body: z.strictObject({ seed, madeAt: z.iso.datetime() }),
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
    /** Accepted experts without a conflict who have room, the best first. */
    candidates: z.array(
      z.object({
        reviewer: reviewerId,
        name: z.string(),
        institution: z.string(),
        works: z.int(),
        max: z.int(),
        /** Fields in common with the activity. */
        common: z.int(),
        /** Of the same institution as an expert who judges the work. */
        isSameInstitution: z.boolean(),
      }),
    ),
  }),
})

const gridCell = z.object({
  id: assignmentId,
  reviewer: reviewerId,
  /** The expert has left; what was submitted counts. */
  isKept: z.boolean(),
  isThird: z.boolean(),
  sheet: z.enum(sheetStates),
  /** Hundredths; null: nothing submitted. */
  total: z.int().nullable(),
})
export type GridCell = z.infer<typeof gridCell>

const gridExpert = z.object({
  id: reviewerId,
  name: z.string(),
  institution: z.string(),
  panel: z.string().nullable(),
  /** Assigned in the whole round, the limit, and how many are finished. */
  works: z.int(),
  max: z.int(),
  finished: z.int(),
})
export type GridExpert = z.infer<typeof gridExpert>

const gridWork = roundWork.extend({
  cells: z.array(gridCell),
  /** Experts who may not judge it. */
  conflicted: z.array(reviewerId),
  range: z.int().nullable(),
  /** Of totals that are too far apart: whether a further expert was asked, and has judged. */
  discrepancy: z.enum(['open', 'judging', 'resolved']).nullable(),
})
export type GridWork = z.infer<typeof gridWork>

export const readGrid = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/grid',
  summary: 'Works of a round by experts: who judges what, how far they are, and who may not, for organisers',
  params,
  query: worksQuery,
  answer: pageOf(gridWork).extend({ experts: z.array(gridExpert) }),
})
export type Grid = z.infer<typeof readGrid.answer>

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
  answer: z.object({
    moved: z.int(),
    kept: z.int(),
    /** Codes of works that still lack an expert. */
    short: z.array(z.string()),
  }),
})
