import { z } from 'zod'
import { lines } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { decisions, maxDecisions } from './enrolment-values.ts'
import { enrolmentId } from './ids.ts'

/** One, or many at once; each is decided on its own, so that one that cannot be keeps no other from it. */
export const decideEnrolments = endpoint({
  method: 'POST',
  path: '/api/enrolments/decisions',
  summary: 'Approves, returns or rejects enrolments, or takes a decision back; those concerned are told a minute later',
  body: z.strictObject({
    enrolments: z
      .array(z.strictObject({ id: enrolmentId, version: z.int() }))
      .min(1)
      .max(maxDecisions),
    decision: z.enum(decisions),
    reason: lines(2_000).optional(),
  }),
  answer: z.object({
    outcomes: z.array(
      z.object({
        id: enrolmentId,
        /** Null: decided. Otherwise why not, in the caller's language. */
        refusal: z.string().nullable(),
        /** When those concerned are told, unless it is taken back before; null: there is nothing to tell. */
        notifyAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  idempotent: true,
})
