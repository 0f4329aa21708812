import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type { RoundState, RoundStep } from '@lectern/contract/review-values.ts'
import type * as contract from '@lectern/contract/rounds.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { takeStep } from '../steps/service.ts'
import { freezeRound } from './frozen.ts'
import { mayStep } from './policy.ts'
import { notifyOpened } from './reviewer-notices.ts'
import { changeRound, type RoundView } from './round-queries.ts'
import { lockSeenRound, requireRound, type RoundDetail } from './rounds.ts'
import { assignment, entry, round } from './tables.ts'

const moves: Record<RoundStep, { to: RoundState; action: AuditAction }> = {
  open: { to: 'open', action: 'round.opened' },
  pause: { to: 'paused', action: 'round.paused' },
  resume: { to: 'open', action: 'round.resumed' },
  close: { to: 'closed', action: 'round.closed' },
  reopen: { to: 'open', action: 'round.reopened' },
  withdrawPlan: { to: 'draft', action: 'round.planWithdrawn' },
}

type Changes = Partial<typeof round.$inferInsert>

/** What a step changes beside the state. */
const changesOf = (ctx: SignedIn, view: RoundView, step: RoundStep): Changes => {
  if (step === 'open') return { ...freezeRound(view), openedAt: ctx.now }
  if (step === 'close') return { closedAt: ctx.now }
  return step === 'reopen' ? { closedAt: null } : {}
}

/** Nobody has seen the assignments of a round that was never opened: they are dropped. */
const dropPlan = async ({ db }: SignedIn, id: RoundId): Promise<void> => {
  await db.delete(assignment).where(eq(assignment.roundId, id))
  await db.update(entry).set({ panelId: null }).where(eq(entry.roundId, id))
  await db
    .update(round)
    .set({ plan: sql`${round.plan} - 'publishedAt'` })
    .where(eq(round.id, id))
}

export const stepRound = (
  outer: SignedIn,
  id: RoundId,
  { step, version, reason }: BodyOf<typeof contract.stepRound>,
): Promise<RoundDetail> =>
  inTransaction(outer, async (ctx) => {
    const { to, action } = moves[step]
    await takeStep(ctx, {
      lock: () => lockSeenRound(ctx, id, version),
      may: (view) => mayStep(view, step, ctx),
      move: async (view) => {
        if (step === 'reopen' && !reason) throw fail('round.reasonNeeded').at('reason')
        const changes = changesOf(ctx, view, step)
        if (step === 'withdrawPlan') await dropPlan(ctx, id)
        await changeRound(ctx.db, view, { ...changes, state: to, updatedAt: ctx.now })
        return {
          after: undefined,
          log: {
            action,
            subject: { kind: 'round' as const, id },
            before: { state: view.state },
            after: {
              state: to,
              ...(reason && { reason }),
              ...(changes.frozenHash && { hash: changes.frozenHash.toString('hex') }),
            },
          },
          notify: () => (step === 'open' ? notifyOpened(ctx, view) : Promise.resolve()),
        }
      },
    })
    return requireRound(ctx, id)
  })

/**
 * Sheets of a settled round are to be changed after a ruling: its scores count no longer, until they are settled again.
 * Requires a transaction. Nothing happens if the round is not settled.
 */
export const unsettleRound = async (ctx: SignedIn, id: RoundId, reason: string): Promise<void> => {
  const view = await lockSeenRound(ctx, id)
  if (view.state !== 'settled') return
  await changeRound(ctx.db, view, { state: 'closed', settledAt: null, updatedAt: ctx.now })
  await audit(ctx, 'round.unsettled', {
    subject: { kind: 'round', id },
    before: { state: view.state },
    after: { state: 'closed', reason },
  })
}

/** The scores of a closed round are stored. Requires a transaction that has locked the round exclusively. */
export const markSettled = (ctx: Ctx, view: RoundView): Promise<void> =>
  changeRound(ctx.db, view, { state: 'settled', settledAt: ctx.now, updatedAt: ctx.now })
