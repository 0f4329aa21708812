import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { LoanId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/loans/loan-office.ts'
import { loanNeedsReason, type LoanDecision } from '@lectern/contract/loans/loan-values.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { findEdition } from '../enrolments/service.ts'
import { decideEach, decisionMove, ownActivities } from '../steps/service.ts'
import { activitiesOfLoan } from './affected-activities.ts'
import { mayMove, type LoanView } from './policy.ts'
import { countLoans, knowsDecision, loanPage, type ListedRow } from './queries.ts'
import { takeLoanStep, type LoanMove } from './steps.ts'

export type OfficeRow = ListedRow & { isOwnActivity: boolean }

export const listLoans = async (
  ctx: SignedIn,
  { page, pageSize, sort, edition: editionId, ...asked }: QueryOf<typeof contract.listLoans>,
): Promise<Page<OfficeRow>> => {
  const { edition } = await findEdition(ctx, editionId)
  if (!edition) return { list: [], total: 0, page, pageSize }
  const filter = { ...asked, edition }
  const rows = await loanPage(ctx.db, filter, sort, { page, pageSize })
  const own = await ownActivities(ctx)
  const list = rows.map((row) => ({ ...row, isOwnActivity: own.has(row.activityId) }))
  return { list, total: await countLoans(ctx.db, filter), page, pageSize }
}

interface Decided {
  decision: LoanDecision
  reason: string | undefined
}

const decisionOn = async (ctx: SignedIn, { loan }: LoanView, decided: Decided): Promise<LoanMove> => {
  if (loanNeedsReason(decided.decision) && decided.reason === undefined)
    throw fail('enrolment.reasonNeeded').at('reason')
  return decisionMove(ctx, 'loan', decided, { knowsDecision: () => knowsDecision(ctx.db, loan.id) })
}

const stage = {
  scope: 'loan.decide',
  take: takeLoanStep,
  may: mayMove,
  move: decisionOn,
  activity: activitiesOfLoan,
}

export const decideLoans = async (
  ctx: SignedIn,
  { loans: each, decision, reason }: BodyOf<typeof contract.decideLoans>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideLoans>> => ({
  outcomes: await decideEach(ctx, stage, { key, each, decided: { decision, reason } }),
})

/** The equipment is back. The team knows: it has brought it. */
export const giveBackLoan = (outer: SignedIn, id: LoanId, { version }: BodyOf<typeof contract.giveBackLoan>) =>
  inTransaction(outer, (ctx) =>
    takeLoanStep(ctx, {
      id,
      version,
      may: (view) => mayMove(view, 'givenBack'),
      move: async () => ({ kind: 'giveBack', to: 'givenBack', action: 'loan.givenBack' }),
    }),
  )
