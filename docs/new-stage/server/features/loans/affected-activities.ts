import type { LoanId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers } from '../steps/service.ts'

/** Which activity a step of an organiser is about: whoever takes part in it may not take the step. */
export const activitiesOfLoan = ({ id }: { id: LoanId }): SQL =>
  sql`select loan.activity_id from loan where loan.id = ${id}`

export const loansOfOthers = forOthers(activitiesOfLoan)
