import type { AccountId, RoundId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, ne } from '../../../platform/database/drizzle.ts'
import { t } from '../../../platform/messages.ts'
import { permitted } from '../../../platform/policy.ts'
import { takeStep } from '../../steps/service.ts'
import { endAssignmentsOf } from '../assignments/end-assignments.ts'
import { lockRound } from '../locks.ts'
import { moveReviewers, nextVersion } from './reviewer-queries.ts'
import { reviewer, round } from '../tables.ts'

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

/**
 * Takes an account that is no expert any more out of all rounds that are not settled: what they submitted counts, their other works lack an
 * expert again. What they have written stays, also for them, should they be invited again.
 */
export const leaveRounds = async (ctx: Ctx, id: AccountId): Promise<void> => {
  const reason = t(ctx.locale, 'office.reviewers.endedByAccount')
  for (const { roundId } of await standingIn(ctx.db, id))
    await takeStep(ctx, {
      lock: async () => {
        await lockRound(ctx.db, roundId, 'exclusive')
        const [row] = await standingIn(ctx.db, id, roundId)
        return row
      },
      may: () => permitted,
      move: async (row) => {
        if (!row) return { unchanged: undefined }
        await endAssignmentsOf(ctx, row.id, { to: 'removed', reason })
        await moveReviewers(ctx.db, eq(reviewer.id, row.id), 'removed', { isChair: false, reason, ...nextVersion })
        return {
          after: undefined,
          log: {
            action: 'reviewer.removed',
            subject: { kind: 'reviewer', id: row.id },
            before: { state: row.state },
            after: { state: 'removed', reason },
            personal: true,
          },
        }
      },
    })
}
