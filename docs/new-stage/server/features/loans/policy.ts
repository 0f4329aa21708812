import type { AccountId } from '@lectern/contract/ids.ts'
import { isLoanMove, isOpenLoan, type LoanState } from '@lectern/contract/loans/loan-values.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { roleIn, type TeamView } from '../teams/service.ts'
import type { LoanRow } from './queries.ts'

/** A loan with its team. */
export interface LoanView {
  loan: LoanRow
  team: TeamView
}

/** A team whose loan is open keeps its enrolment, and asks for nothing else. */
export const checkNoneOpen = (loans: readonly Pick<LoanRow, 'state'>[]): Verdict =>
  loans.some(({ state }) => isOpenLoan(state)) ? refuse('loan.open') : permitted

/** Members of a team with an approved enrolment, in an activity that is not over. */
export const mayRequest = (team: TeamView, loans: readonly LoanRow[], who: AccountId): Verdict => {
  const role = roleIn(team, who)
  return all(
    role === 'captain' || role === 'member' ? permitted : refuse('loan.membersOnly'),
    team.activity.state === 'published' ? permitted : refuse('enrolment.archived'),
    team.enrolment?.state === 'approved' ? permitted : refuse('loan.enrolmentNotApproved'),
    checkNoneOpen(loans),
  )
}

export const mayMove = ({ loan }: LoanView, to: LoanState): Verdict =>
  isLoanMove(loan.state, to) ? permitted : refuse('loan.moveRefused')
