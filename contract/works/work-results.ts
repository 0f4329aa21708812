import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { resultListId, workId } from '../ids.ts'

/** In the caller's language. */
const named = z.object({ id: z.string(), label: z.string() })

const feedback = z.object({
  /** Means over three or more experts; empty: of fewer nothing is told. */
  rounds: z.array(
    z.object({
      round: z.string(),
      criteria: z.array(z.object({ label: z.string(), mean: z.int(), max: z.int() })),
      /** In an order that tells nothing. */
      comments: z.array(z.string()),
    }),
  ),
})

export const readWorkResult = endpoint({
  method: 'GET',
  path: '/api/works/:id/result',
  summary: 'The result of the own work, once it is announced',
  params: z.strictObject({ id: workId }),
  answer: z.object({
    list: resultListId,
    activity: z.string(),
    edition: z.string(),
    announcedAt: z.iso.datetime(),
    timeZone: z.string(),
    number: z.string(),
    title: z.string(),
    prize: named.nullable(),
    group: named.nullable(),
    /** Null: not told by the rules of the activity. */
    rank: z.int().nullable(),
    score: z.int().nullable(),
    isExcluded: z.boolean(),
    isAdjusted: z.boolean(),
    adjustmentReason: z.string().nullable(),
    /** Null: the organisers give none. */
    feedback: feedback.nullable(),
  }),
})
export type WorkResult = z.infer<typeof readWorkResult.answer>
