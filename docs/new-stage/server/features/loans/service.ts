import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { LoanId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/loans/loans.ts'
import type { SignedIn } from '../../platform/context.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { requireEnrolment } from '../enrolments/service.ts'
import { takeStep } from '../steps/service.ts'
import { listMyTeams, lockOwnTeam, type TeamView } from '../teams/service.ts'
import { mayRequest } from './policy.ts'
import { loansOfTeams, type LoanRow } from './queries.ts'
import { loan } from './tables.ts'

export { decideLoans } from './office.ts'

/** A member of a team asks for equipment. */
export const requestLoan = async (
  outer: SignedIn,
  { enrolmentId, item, purpose }: BodyOf<typeof contract.requestLoan>,
  key: string | undefined,
): Promise<{ id: LoanId }> => {
  const { team: seen } = await requireEnrolment(outer, enrolmentId)
  const call = { scope: `loan.request ${outer.actor.id}`, key, input: [enrolmentId, item, purpose] }
  return withIdempotencyKey(outer, call, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        const team = await lockOwnTeam(ctx, seen.id)
        return { team, loans: await loansOfTeams(ctx.db, [team.id]) }
      },
      may: ({ team, loans }) => mayRequest(team, loans, ctx.actor.id),
      move: async ({ team: { id: teamId, activityId } }) => {
        const id = newId<LoanId>(ctx.now)
        const request = { id, enrolmentId, teamId, activityId, item, purpose }
        await ctx.db
          .insert(loan)
          .values({ ...request, state: 'submitted', requestedBy: ctx.actor.id, submittedAt: ctx.now })
        return {
          after: { id },
          log: { action: 'loan.requested', subject: { kind: 'loan', id }, after: { enrolment: enrolmentId, item } },
        }
      },
    }),
  )
}

/** The caller's teams that may ask for equipment or have done so, each with its loans. */
export const listMyLoans = async (ctx: SignedIn): Promise<{ team: TeamView; loans: LoanRow[] }[]> => {
  const teams = await listMyTeams(ctx)
  const loans = await loansOfTeams(
    ctx.db,
    teams.map(({ id }) => id),
  )
  return teams
    .map((team) => ({ team, loans: loans.filter(({ teamId }) => teamId === team.id) }))
    .filter(({ team, loans: own }) => team.enrolment?.state === 'approved' || own.length > 0)
}
