import type { AssignmentId, ConflictId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { DeclineKind, ReviewerState, RoundState } from '@lectern/contract/review/review-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { requireInForce } from '../../documents/service.ts'
import { takeStep } from '../../steps/service.ts'
import { endAssignmentsOf, moveAssignments } from '../assignments/end-assignments.ts'
import { lockRound } from '../locks.ts'
import { assignment, conflict, reviewer, round } from '../tables.ts'
import { moveReviewers } from './reviewer-queries.ts'

// What an expert does in a round beside scoring. All of it runs in a transaction, and changes only the expert's own rows.

/** Locks the round and the expert's own row. */
const lockOwn = async (ctx: SignedIn, id: RoundId) => {
  await lockRound(ctx.db, id, 'exclusive')
  const [row] = await ctx.db
    .select({
      id: reviewer.id,
      state: reviewer.state,
      pledge: reviewer.pledge,
      practisedAt: reviewer.practisedAt,
      roundState: round.state,
    })
    .from(reviewer)
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .where(and(eq(reviewer.roundId, id), eq(reviewer.accountId, ctx.actor.id)))
    .for('update', { of: reviewer })
  if (!row || row.state === 'removed') throw fail('round.notFound')
  return row
}

const answerable: readonly RoundState[] = ['draft', 'planned', 'open', 'paused']

type Own = Awaited<ReturnType<typeof lockOwn>>

/** An expert who had accepted may still leave. */
const mayAnswer = ({ state, roundState }: Own, to: ReviewerState): Verdict => {
  if (!answerable.includes(roundState)) return refuse('round.notOpen')
  const isAnswerable = state === 'invited' || (state === 'accepted' && to === 'declined')
  return isAnswerable ? permitted : refuse('reviewer.moveRefused')
}

/** Accepts or declines an invitation. Repeating the answer changes nothing. */
export const answerRoundInvitation = (
  ctx: SignedIn,
  id: RoundId,
  { accept, ...answer }: { accept: boolean; reason?: string | undefined },
): Promise<void> => {
  const to = accept ? 'accepted' : 'declined'
  const reason = accept ? null : (answer.reason ?? null)
  return takeStep(ctx, {
    lock: () => lockOwn(ctx, id),
    may: (own) => (own.state === to ? permitted : mayAnswer(own, to)),
    move: async (own) => {
      if (own.state === to) return { unchanged: undefined }
      await moveReviewers(ctx.db, eq(reviewer.id, own.id), to, { answeredAt: ctx.now, reason })
      if (!accept) await endAssignmentsOf(ctx, own.id, { to: 'declined', reason })
      return {
        after: undefined,
        log: {
          action: 'reviewer.answered',
          subject: { kind: 'reviewer', id: own.id },
          before: { state: own.state },
          after: { state: to, ...(reason && { reason }) },
          personal: true,
        },
      }
    },
  })
}

/** Signs the pledge in the version that was read, which must be the one in force. */
export const signPledge = (ctx: SignedIn, id: RoundId, version: number): Promise<void> =>
  takeStep(ctx, {
    lock: () => lockOwn(ctx, id),
    may: ({ state }) => (state === 'accepted' ? permitted : refuse('reviewer.notAccepted')),
    move: async (own) => {
      const { version: inForce } = await requireInForce(ctx, 'pledge')
      if (version !== inForce) throw fail('resource.changed')
      if (own.pledge === version) return { unchanged: undefined }
      await ctx.db.update(reviewer).set({ pledge: version, pledgedAt: ctx.now }).where(eq(reviewer.id, own.id))
      return {
        after: undefined,
        log: {
          action: 'reviewer.pledged',
          subject: { kind: 'reviewer', id: own.id },
          before: { pledge: own.pledge },
          after: { pledge: version },
        },
      }
    },
  })

/** The expert has tried the made-up work. */
export const finishPractice = async (ctx: SignedIn, id: RoundId): Promise<void> => {
  const own = await lockOwn(ctx, id)
  if (own.practisedAt !== null) return
  await ctx.db.update(reviewer).set({ practisedAt: ctx.now }).where(eq(reviewer.id, own.id))
}

interface Declined {
  id: AssignmentId
  entryId: EntryId
  reviewerId: ReviewerId
  roundId: RoundId
}

/**
 * Gives a work back; returns what is logged. A conflict is written down, so that no plan gives them the work again. The round must be
 * locked exclusively.
 */
export const declineAssignment = async (
  ctx: SignedIn,
  { id, entryId, reviewerId, roundId }: Declined,
  { kind, reason }: { kind: DeclineKind; reason: string },
) => {
  const isOpen = and(eq(assignment.id, id), eq(assignment.state, 'open'))
  const [ended] = await moveAssignments(ctx, isOpen, { to: 'declined', reason, keepSheets: false })
  if (!ended) throw fail('assignment.ended')
  if (kind === 'conflict')
    await ctx.db
      .insert(conflict)
      .values({
        id: newId<ConflictId>(ctx.now),
        roundId,
        reviewerId,
        entryId,
        kind: 'declared',
        reason,
        createdBy: ctx.actor.id,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
  return {
    action: 'assignment.declined',
    subject: { kind: 'entry', id: entryId },
    after: { reviewer: reviewerId, kind, reason },
    personal: true,
  } as const
}
