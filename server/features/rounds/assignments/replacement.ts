import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { takeStep } from '../../steps/service.ts'
import { assignmentsOfReviewer, shortEntries } from './assignment-queries.ts'
import { giveWorks } from './assignments.ts'
import { endAssignments, explainingConflicts } from './end-assignments.ts'
import { hashPlanInput } from '../plan/plan-input.ts'
import { movesInThread } from '../plan/plan-thread.ts'
import { isUnopened, mayArrange } from '../policy.ts'
import { notifyDealt } from '../reviewers/reviewer-notices.ts'
import {
  changeReviewer,
  findReviewer,
  moveReviewers,
  nextVersion,
  type ReviewerRow,
} from '../reviewers/reviewer-queries.ts'
import type { Moves, ReplacementWish } from './replacement-moves.ts'
import { lockSeenRound } from '../setup/rounds.ts'
import { reviewer } from '../tables.ts'

type Outcome = AnswerOf<typeof contract.replaceReviewer>

/** Whoever takes over the works of a panel joins it, and leads it if the expert did. */
const joinPanel = async (ctx: Ctx, leaving: ReviewerRow, by: ReviewerRow): Promise<void> => {
  if (leaving.panel === null || (by.panel !== null && by.panel !== leaving.panel)) return
  await changeReviewer(ctx.db, by.id, { panelId: leaving.panel, isChair: by.isChair || leaving.isChair })
}

const applyMoves = (
  ctx: SignedIn,
  roundId: RoundId,
  id: ReviewerId,
  { wish, moves }: { wish: ReplacementWish; moves: Moves },
): Promise<Outcome> =>
  takeStep(ctx, {
    lock: () => lockSeenRound(ctx, roundId),
    may: mayArrange,
    move: async (view) => {
      const leaving = await findReviewer(ctx.db, roundId, id)
      if (!leaving) throw fail('reviewer.notFound')
      if (leaving.state === 'removed') throw fail('reviewer.moveRefused')
      const by = wish.by === null ? undefined : await findReviewer(ctx.db, roundId, wish.by)
      if (wish.by !== null && (by?.state !== 'accepted' || wish.by === id)) throw fail('reviewer.moveRefused').at('by')
      if ((await hashPlanInput(ctx.db, view)) !== moves.inputHash) throw fail('plan.stale')
      const { reason, keepSheets } = wish
      const standing = (await assignmentsOfReviewer(ctx.db, id)).filter(({ state }) => state === 'open')
      const ended = standing.map((row) => row.id)
      const { kept } = await endAssignments(ctx, ended, { to: 'removed', reason, keepSheets })
      if (leaving.state === 'declined') await changeReviewer(ctx.db, id, { isChair: false })
      else await moveReviewers(ctx.db, eq(reviewer.id, id), 'removed', { isChair: false, reason, ...nextVersion })
      if (by) await joinPanel(ctx, leaving, by)
      await giveWorks(ctx, roundId, moves.pairs)
      const moved = moves.pairs.length
      const short = await shortEntries(ctx.db, moves.freed)
      return {
        after: { moved, kept, short: short.map(({ code }) => code) },
        log: {
          action: 'reviewer.removed',
          subject: { kind: 'reviewer', id },
          before: { state: leaving.state },
          after: { state: 'removed', reason, count: moved, ...(by && { reviewer: by.id }) },
          personal: true,
        },
        notify: async () => {
          const takers = moves.pairs.map((pair) => pair.reviewer)
          if (!isUnopened(view)) await notifyDealt(ctx, view, takers)
        },
      }
    },
  })

const attempts = 3

/** Removes an expert and gives the unfinished works to others, in one action. */
export const replaceReviewer = async (
  outer: SignedIn,
  roundId: RoundId,
  id: ReviewerId,
  { wish, key, databaseUrl }: { wish: ReplacementWish; key: string | undefined; databaseUrl: string },
): Promise<Outcome> => {
  const call = { scope: `reviewer.replace ${outer.actor.id}`, key, input: [roundId, id, wish] }
  for (let left = attempts; ; left -= 1) {
    // Before the round is locked: experts go on scoring meanwhile.
    const moves = await movesInThread({ databaseUrl, round: roundId, reviewer: id, wish })
    if (!moves) throw fail('round.notFound')
    try {
      return await explainingConflicts(() =>
        withIdempotencyKey(outer, call, (ctx) => applyMoves(ctx, roundId, id, { wish, moves })),
      )
    } catch (error) {
      // Something has changed since the moves were planned: plan them again.
      if (left === 1 || !(error instanceof AppError && error.error === 'plan.stale')) throw error
    }
  }
}
