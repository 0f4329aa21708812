import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { decisions, maxDecisions } from './enrolment-values.ts'
import { enrolmentId } from '../ids.ts'

/** One or many at once. Each is decided independently: a failure does not affect the others. */
export const decideEnrolments = endpoint({
  method: 'POST',
  path: '/api/enrolments/decisions',
  summary: 'Approves, returns or rejects enrolments, or revokes a decision; the teams are notified a minute later',
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
        /** Null if decided; otherwise the reason, in the caller's language. */
        refusal: z.string().nullable(),
        /** When the team is notified, unless the decision is revoked before; null if there is no notification. */
        notifyAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  idempotent: true,
})
