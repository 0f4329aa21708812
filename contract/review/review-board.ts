import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { controlChanges } from '../competition/competition-values.ts'
import { endpoint } from '../endpoint.ts'
import { assignmentId, entryId, flagId, panelId, reviewerId, roundId, taskId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { closingObstacles, flagKinds, maxReasonLength, reviewerStates } from './review-values.ts'

const params = z.strictObject({ id: roundId })

const progress = z.object({
  id: reviewerId,
  name: z.string(),
  panel: z.string().nullable(),
  state: z.enum(reviewerStates),
  hasPledged: z.boolean(),
  works: z.int(),
  started: z.int(),
  finished: z.int(),
  /** Invited but silent, without a pledge, or with works to judge. */
  isBehind: z.boolean(),
  lastSavedAt: z.iso.datetime().nullable(),
  remindedOn: z.iso.date().nullable(),
})
export type ExpertProgress = z.infer<typeof progress>

export const readBoard = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/board',
  summary: 'How far a round is, and what stands in the way of closing it, for organisers',
  params,
  answer: z.object({
    assignments: z.int(),
    finished: z.int(),
    works: z.int(),
    completeWorks: z.int(),
    experts: z.array(progress),
    panels: z.array(
      z.object({
        id: panelId,
        name: z.string(),
        works: z.int(),
        assignments: z.int(),
        finished: z.int(),
        chair: z.string().nullable(),
        signedAt: z.iso.datetime().nullable(),
      }),
    ),
    /** Submitted sheets by day, for a chart. */
    days: z.array(z.object({ day: z.iso.date(), finished: z.int() })),
    short: z.array(z.object({ entry: entryId, code: z.string(), title: z.string(), missing: z.int() })),
    /** Works whose totals are too far apart, until a further expert has judged them. */
    discrepancies: z.array(
      z.object({
        entry: entryId,
        code: z.string(),
        title: z.string(),
        lowest: z.int(),
        highest: z.int(),
        hasThird: z.boolean(),
      }),
    ),
    openFlags: z.int(),
    /** What should be done before closing: texts in the caller's language. */
    blocksClosing: z.array(z.object({ kind: z.enum(closingObstacles), text: z.string() })),
  }),
})
export type Board = z.infer<typeof readBoard.answer>

export const remindReviewers = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/reminders',
  summary: 'Reminds exactly those experts who are behind; each at most once a day',
  params,
  idempotent: true,
  body: z.strictObject({ reviewers: z.array(reviewerId).min(1).max(1_000).optional() }),
  answer: z.object({ reminded: z.array(z.string()), skipped: z.array(z.string()) }),
})

const flag = z.object({
  id: flagId,
  kind: z.enum(flagKinds),
  text: z.string(),
  at: z.iso.datetime(),
  expert: z.string(),
  entry: entryId,
  code: z.string(),
  title: z.string(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
  resolution: z.string().nullable(),
})
export type OfficeFlag = z.infer<typeof flag>

export const listFlags = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/flags',
  summary: 'What experts have reported, for organisers',
  params,
  query: pageQuery.extend({ open: z.literal('true').optional() }),
  answer: pageOf(flag),
})

export const resolveFlag = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/flags/:flag/resolution',
  summary: 'Says how a report was dealt with',
  params: params.extend({ flag: flagId }),
  body: z.strictObject({ resolution: lines(maxReasonLength) }),
  answer: flag,
})

const points = z.int().nullable()

export const listSheets = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/works/:entry/sheets',
  summary: 'All submitted sheets of a work with every version, for organisers',
  params: params.extend({ entry: entryId }),
  answer: z.object({
    list: z.array(
      z.object({
        assignment: assignmentId,
        expert: z.string(),
        counts: z.boolean(),
        reopenedUntil: z.iso.datetime().nullable(),
        versions: z.array(
          z.object({
            number: z.int(),
            at: z.iso.datetime(),
            scores: z.record(z.string(), z.int()),
            total: z.int(),
            comment: z.string(),
            remark: z.string(),
            seconds: z.int(),
          }),
        ),
      }),
    ),
  }),
})

export const reopenSheet = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/assignments/:assignment/reopening',
  summary: 'Lets an expert change one sheet after the end, with a reason, until a time',
  params: params.extend({ assignment: assignmentId }),
  body: z.strictObject({ until: z.iso.datetime(), reason: lines(maxReasonLength) }),
  answer: z.object({}),
})

export const readIntegrity = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/integrity',
  summary: 'What stands out in the scores of a round, for organisers',
  params,
  answer: z.object({
    experts: z.array(
      z.object({
        id: reviewerId,
        name: z.string(),
        sheets: z.int(),
        mean: points,
        spread: points,
        /** Above or below the others on the same works. */
        severity: points,
        /** Median time for a work, in seconds. */
        seconds: z.int().nullable(),
        /** The longest run of equal totals, in the order of submission. */
        run: z.int(),
        /** Without this expert, works would cross the border of what goes on. */
        decides: z.int(),
      }),
    ),
    works: z.array(
      z.object({
        entry: entryId,
        code: z.string(),
        title: z.string(),
        sheets: z.int(),
        range: points,
        mean: points,
        ranks: z.object({
          mean: z.int().nullable(),
          trimmed: z.int().nullable(),
          calibrated: z.int().nullable(),
        }),
        isFragile: z.boolean(),
      }),
    ),
    /** Why no calibrated ranks can be given, in the caller's language. */
    calibrationRefusal: z.string().nullable(),
    /** Names of the experts with so few sheets that their points count as given, although the round is calibrated. */
    uncalibrated: z.array(z.string()),
    /** What organisers who take part have changed, because no other organiser could. */
    controlled: z.array(
      z.object({ activity: z.string(), person: z.string(), change: z.enum(controlChanges), at: z.iso.datetime() }),
    ),
  }),
})
export type Integrity = z.infer<typeof readIntegrity.answer>

export const settleRound = endpoint({
  method: 'POST',
  path: '/api/rounds/:id/settlement',
  summary: 'Computes the scores of a closed round, which are final for it',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: z.object({ task: taskId }),
})

const settledRow = z.object({
  entry: entryId,
  code: z.string(),
  number: z.string(),
  title: z.string(),
  team: z.string(),
  rank: z.int().nullable(),
  score: points,
  sheets: z.int(),
  dropped: z.int(),
  criteria: z.record(z.string(), z.int().nullable()),
  goesOn: z.boolean(),
})
export type SettledRow = z.infer<typeof settledRow>

export const readSettlement = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/settlement',
  summary: 'The scores of a settled round, for organisers',
  params,
  query: pageQuery,
  answer: pageOf(settledRow).extend({
    settledAt: z.iso.datetime().nullable(),
    inputHash: z.string().nullable(),
    rowsHash: z.string().nullable(),
    /** Names of the experts with so few sheets that their points count as given, although the round is calibrated. */
    uncalibrated: z.array(z.string()),
  }),
})

/** The answer is a file. */
export const exportSheets = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/sheets/export',
  summary: 'All raw sheets and the rules, from which a spreadsheet recomputes the result',
  params,
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']) }),
  answer: z.never(),
})

export const readPrint = endpoint({
  method: 'GET',
  path: '/api/rounds/:id/print',
  summary: 'The score sheets of each panel, to be printed and signed',
  params,
  query: z.strictObject({ panel: panelId.optional() }),
  answer: z.object({
    panels: z.array(
      z.object({
        name: z.string(),
        experts: z.array(z.string()),
        works: z.array(
          z.object({
            code: z.string(),
            title: z.string(),
            totals: z.array(points),
            score: points,
            rank: z.int().nullable(),
          }),
        ),
      }),
    ),
    rulesHash: z.string().nullable(),
  }),
})
export type PrintedSheets = z.infer<typeof readPrint.answer>
