import type { AssignmentId, ConflictId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { DeclineKind, ReviewerState, RoundState } from '@lectern/contract/review-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { audit } from '../audit/service.ts'
import { requireInForce } from '../documents/service.ts'
import { newToken } from './codes.ts'
import { lockRound } from './locks.ts'
import { assignment, conflict, reviewer, round } from './tables.ts'

// What an expert does in a round beside scoring. All of it runs in a transaction, and changes only the expert's own rows.

/** Locks the round and the expert's own row. */
const lockOwn = async (ctx: SignedIn, id: RoundId) => {
  await lockRound(ctx.db, id, 'exclusive')
  const [found] = await ctx.db
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
  if (!found || found.state === 'removed') throw fail('round.notFound')
  return found
}

const answerable: readonly RoundState[] = ['draft', 'planned', 'open', 'paused']

/** The expert leaves: what they have submitted counts, the rest is given back. */
const endOwnAssignments = async (ctx: SignedIn, id: ReviewerId, reason: string | undefined): Promise<void> => {
  const ended = await ctx.db
    .update(assignment)
    .set({
      state: sql`case when ${assignment.isFinished} then 'kept' else 'declined' end`,
      // A random token each: nothing opens files any more.
      token: sql`encode(sha256((${newToken()} || ${assignment.id})::bytea), 'hex')`,
      endedAt: ctx.now,
      reason: reason ?? null,
    })
    .where(and(eq(assignment.reviewerId, id), eq(assignment.state, 'open')))
    .returning({ entryId: assignment.entryId, state: assignment.state })
  for (const { entryId, state } of ended)
    await audit(ctx, 'assignment.declined', {
      subject: { kind: 'entry', id: entryId },
      after: { reviewer: id, state, ...(reason && { reason }) },
      personal: true,
    })
}

/** Accepts or declines an invitation; an expert who had accepted may still leave. Repeating the answer changes nothing. */
export const answerInvitation = async (
  ctx: SignedIn,
  id: RoundId,
  { accept, reason }: { accept: boolean; reason?: string | undefined },
): Promise<void> => {
  const own = await lockOwn(ctx, id)
  const state: ReviewerState = accept ? 'accepted' : 'declined'
  if (own.state === state) return
  if (!answerable.includes(own.roundState)) throw fail('round.notOpen')
  if (own.state !== 'invited' && !(own.state === 'accepted' && !accept)) throw fail('reviewer.moveRefused')
  await ctx.db
    .update(reviewer)
    .set({ state, answeredAt: ctx.now, reason: accept ? null : (reason ?? null) })
    .where(eq(reviewer.id, own.id))
  if (!accept) await endOwnAssignments(ctx, own.id, reason)
  await audit(ctx, 'reviewer.answered', {
    subject: { kind: 'reviewer', id: own.id },
    before: { state: own.state },
    after: { state, ...(!accept && reason && { reason }) },
    personal: true,
  })
}

/** Signs the pledge in the version that was read, which must be the one in force. */
export const signPledge = async (ctx: SignedIn, id: RoundId, version: number): Promise<void> => {
  const own = await lockOwn(ctx, id)
  if (own.state !== 'accepted') throw fail('reviewer.notAccepted')
  const { version: inForce } = await requireInForce(ctx, 'pledge')
  if (version !== inForce) throw fail('resource.changed')
  if (own.pledge === version) return
  await ctx.db.update(reviewer).set({ pledge: version, pledgedAt: ctx.now }).where(eq(reviewer.id, own.id))
  await audit(ctx, 'reviewer.pledged', {
    subject: { kind: 'reviewer', id: own.id },
    before: { pledge: own.pledge },
    after: { pledge: version },
  })
}

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

/** Gives a work back. A conflict is written down, so that no plan gives them the work again. The round must be locked exclusively. */
export const declineAssignment = async (
  ctx: SignedIn,
  { id, entryId, reviewerId, roundId }: Declined,
  { kind, reason }: { kind: DeclineKind; reason: string },
): Promise<void> => {
  const { rowCount } = await ctx.db
    .update(assignment)
    .set({ state: 'declined', token: newToken(), endedAt: ctx.now, reason })
    .where(and(eq(assignment.id, id), eq(assignment.state, 'open')))
  if (rowCount === 0) throw fail('assignment.ended')
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
  await audit(ctx, 'assignment.declined', {
    subject: { kind: 'entry', id: entryId },
    after: { reviewer: reviewerId, kind, reason },
    personal: true,
  })
}
