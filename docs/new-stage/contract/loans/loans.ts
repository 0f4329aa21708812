import { z } from 'zod'
import { lines } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentId, loanId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { loanItems, loanStates, maxPurposeLength } from './loan-values.ts'

const loan = z.object({
  id: loanId,
  item: z.enum(loanItems),
  purpose: z.string(),
  state: z.enum(loanStates),
  submittedAt: z.iso.datetime(),
  reason: z.string().nullable(),
})

/** A team that may ask for equipment, or has done so. */
const teamLoans = z.object({
  enrolmentId,
  team: z.object({ id: teamId, name: z.string() }),
  activity: z.object({ name: z.string(), locale: z.enum(locales) }),
  timeZone: z.string(),
  /** The newest first. */
  loans: z.array(loan),
  /** Why the reader may not ask for equipment now; null: they may. */
  whyNotRequest: z.string().nullable(),
})
export type TeamLoans = z.infer<typeof teamLoans>

export const listMyLoans = endpoint({
  method: 'GET',
  path: '/api/account/loans',
  summary: 'The teams of the current user that may ask for equipment, each with its loans',
  answer: z.object({ list: z.array(teamLoans) }),
})

export const requestLoan = endpoint({
  method: 'POST',
  path: '/api/loans',
  summary: 'Asks the organisers for equipment',
  body: z.strictObject({ enrolmentId, item: z.enum(loanItems), purpose: lines(maxPurposeLength) }),
  answer: z.object({ id: loanId }),
  idempotent: true,
})
