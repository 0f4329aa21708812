import type { AccountId, AssignmentId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, inArray, ne } from '../../platform/database/drizzle.ts'
import { t } from '../../platform/messages.ts'
import { audit } from '../audit/service.ts'
import { endAssignments } from './ending.ts'
import { lockRound } from './locks.ts'
import { changeReviewer } from './reviewer-queries.ts'
import { assignment, reviewer, round } from './tables.ts'

const standingIn = (db: Database, id: AccountId, roundId?: RoundId) =>
  db
    .select({ id: reviewer.id, roundId: reviewer.roundId, state: reviewer.state })
    .from(reviewer)
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .where(
      and(
        eq(reviewer.accountId, id),
        roundId && eq(reviewer.roundId, roundId),
        inArray(reviewer.state, ['invited', 'accepted']),
        ne(round.state, 'settled'),
      ),
    )
    .orderBy(asc(reviewer.roundId))

const openOf = async (db: Database, id: ReviewerId): Promise<AssignmentId[]> => {
  const rows = await db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(eq(assignment.reviewerId, id), eq(assignment.state, 'open')))
  return rows.map((row) => row.id)
}

/**
 * Takes an account that is no expert any more out of all rounds that are not settled: what they submitted counts, their other works lack an
 * expert again. What they have written stays, also for them, should they be invited again.
 */
export const leaveRounds = async (ctx: Ctx, id: AccountId): Promise<void> => {
  for (const { roundId } of await standingIn(ctx.db, id)) {
    await lockRound(ctx.db, roundId, 'exclusive')
    const [found] = await standingIn(ctx.db, id, roundId)
    if (!found) continue
    const reason = t(ctx.locale, 'office.reviewers.endedByAccount')
    await endAssignments(ctx, await openOf(ctx.db, found.id), { reason, keepSheets: true })
    await changeReviewer(ctx.db, found.id, { state: 'removed', isChair: false, reason })
    await audit(ctx, 'reviewer.removed', {
      subject: { kind: 'reviewer', id: found.id },
      before: { state: found.state },
      after: { state: 'removed', reason },
      personal: true,
    })
  }
}
