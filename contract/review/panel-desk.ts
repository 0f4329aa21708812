// The endpoints of chairs. As those of all experts, they tell nothing about teams.
import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { maxReasonLength } from './review-values.ts'
import { code, deskRound, inRound, refusal } from './review.ts'

/** The chair knows the experts of the panel, not the teams. */
export const readPanelDesk = endpoint({
  method: 'GET',
  path: '/api/review/rounds/:round/panel',
  summary: 'The progress of my panel, for its chair',
  params: inRound,
  answer: z.object({
    round: deskRound,
    panel: z.string(),
    members: z.array(z.object({ name: z.string(), works: z.int(), finished: z.int() })),
    works: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        finished: z.int(),
        needed: z.int(),
        /** Of submitted totals. */
        lowest: z.int().nullable(),
        highest: z.int().nullable(),
        isDiscrepant: z.boolean(),
        score: z.int().nullable(),
        rank: z.int().nullable(),
      }),
    ),
    /** Works that all other rules leave equal: the chair decides. In the decided order, if there is one. */
    ties: z.array(z.object({ codes: z.array(z.string()), reason: z.string().nullable() })),
    signedAt: z.iso.datetime().nullable(),
    may: z.object({ decide: refusal, sign: refusal }),
  }),
})
export type PanelDesk = z.infer<typeof readPanelDesk.answer>

export const decidePanelTie = endpoint({
  method: 'POST',
  path: '/api/review/rounds/:round/panel/ties',
  summary: 'The chair puts works in order that are equal otherwise',
  params: inRound,
  body: z.strictObject({ codes: z.array(code).min(2).max(100), reason: lines(maxReasonLength) }),
  answer: z.object({}),
})

export const signPanel = endpoint({
  method: 'POST',
  path: '/api/review/rounds/:round/panel/signature',
  summary: 'The chair signs off the scores of the panel',
  params: inRound,
  answer: z.object({}),
})
