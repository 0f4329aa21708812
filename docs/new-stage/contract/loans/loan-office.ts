import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentFilter, several } from '../enrolments/enrolment-office.ts'
import { maxDecisions } from '../enrolments/enrolment-values.ts'
import { activityId, enrolmentId, loanId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { loanDecisions, loanItems, loanSorts, loanStates, type LoanState } from './loan-values.ts'

const listedLoan = z.object({
  id: loanId,
  enrolmentId,
  number: z.string().nullable(),
  item: z.enum(loanItems),
  purpose: z.string(),
  state: z.enum(loanStates),
  version: z.int(),
  activity: z.object({ id: activityId, name: z.string(), locale: z.enum(locales) }),
  team: z.object({ id: teamId, name: z.string() }),
  submittedAt: z.iso.datetime(),
  reason: z.string().nullable(),
  /** Until then nobody has been notified of the decision. */
  notifyAt: z.iso.datetime().nullable(),
  isOwnActivity: z.boolean(),
})
export type ListedLoan = z.infer<typeof listedLoan>

export const listLoans = endpoint({
  method: 'GET',
  path: '/api/loans',
  summary: 'Loans of an edition, for organisers',
  query: pageQuery.extend({
    ...enrolmentFilter.shape,
    state: several<LoanState>(loanStates).optional(),
    sort: z.enum(loanSorts).default('-submittedAt'),
  }),
  answer: pageOf(listedLoan),
})

export const decideLoans = endpoint({
  method: 'POST',
  path: '/api/loans/decisions',
  summary: 'Lends equipment or refuses to, or revokes a decision; the teams are notified a minute later',
  body: z.strictObject({
    loans: z
      .array(z.strictObject({ id: loanId, version: z.int() }))
      .min(1)
      .max(maxDecisions),
    decision: z.enum(loanDecisions),
    reason: lines(2_000).optional(),
  }),
  answer: z.object({
    outcomes: z.array(z.object({ id: loanId, refusal: z.string().nullable(), notifyAt: z.iso.datetime().nullable() })),
  }),
  idempotent: true,
})

export const giveBackLoan = endpoint({
  method: 'POST',
  path: '/api/loans/:id/return',
  summary: 'Says that the equipment is back',
  params: z.strictObject({ id: loanId }),
  body: z.strictObject({ version: z.int() }),
  answer: z.object({}),
})
