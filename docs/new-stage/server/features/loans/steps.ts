import type { LoanId } from '@lectern/contract/ids.ts'
import type { LoanEventKind, LoanState } from '@lectern/contract/loans/loan-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { eventOf, logOf, takeStep, type StageMove, type StageStep, type Taken } from '../steps/service.ts'
import { lockTeam } from '../teams/service.ts'
import type { LoanView } from './policy.ts'
import { loanColumns, loansById, lockLoanRow, type LoanRow } from './queries.ts'
import { loan, loanEvent } from './tables.ts'

type LoanChanges = Partial<Omit<typeof loan.$inferInsert, 'state'>>
export type LoanMove = StageMove<LoanEventKind, LoanState, LoanChanges>

/** Locks the team, then the loan, until the transaction ends. */
const lockLoan = async (ctx: Ctx, id: LoanId, version: number): Promise<LoanView> => {
  const [seen] = await loansById(ctx.db, [id])
  if (!seen) throw fail('loan.notFound')
  const team = await lockTeam(ctx, seen.teamId)
  const row = await lockLoanRow(ctx.db, id)
  if (row.version !== version) throw fail('resource.changed')
  return { loan: row, team }
}

/** Requires a transaction that has locked the loan. */
const moveLoan = async (ctx: Ctx, { id, state, version }: LoanRow, move: LoanMove): Promise<Taken<LoanRow>> => {
  const [moved] = await ctx.db
    .update(loan)
    .set({ ...move.changes, state: move.to, version: version + 1 })
    .where(eq(loan.id, id))
    .returning(loanColumns)
  return {
    after: moved!,
    event: async () => {
      await ctx.db.insert(loanEvent).values({ ...eventOf(ctx, state, move), loanId: id })
    },
    log: logOf({ kind: 'loan', id }, state, move),
    notify: move.notify,
  }
}

/** Takes a step with a loan in the version that the caller has seen. */
export const takeLoanStep = (ctx: SignedIn, step: StageStep<LoanId, LoanView, LoanMove>): Promise<LoanRow> =>
  takeStep(ctx, {
    lock: () => lockLoan(ctx, step.id, step.version),
    may: step.may,
    move: async (view) => moveLoan(ctx, view.loan, await step.move(view)),
  })
