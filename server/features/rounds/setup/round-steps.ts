import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type { RoundState, RoundStep } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/rounds.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permitted } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { endPhases, lockEditionRules } from '../../competition/service.ts'
import { takeStep } from '../../steps/service.ts'
import { requireAcknowledged } from '../../works/service.ts'
import { freezeRound } from './freeze-round.ts'
import { mayStep } from '../policy.ts'
import { notifyOpened } from '../reviewers/reviewer-notices.ts'
import { moveRound, type RoundChanges, type RoundView } from './round-queries.ts'
import { lockSeenRound, readOpening, requireRound, type RoundDetail } from './rounds.ts'
import { assignment, entry, round } from '../tables.ts'

const moves: Record<RoundStep, { to: RoundState; action: AuditAction }> = {
  open: { to: 'open', action: 'round.opened' },
  pause: { to: 'paused', action: 'round.paused' },
  resume: { to: 'open', action: 'round.resumed' },
  close: { to: 'closed', action: 'round.closed' },
  reopen: { to: 'open', action: 'round.reopened' },
  withdrawPlan: { to: 'draft', action: 'round.planWithdrawn' },
}

/** What a step changes beside the state. */
const changesOf = (ctx: SignedIn, view: RoundView, step: RoundStep): RoundChanges => {
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

/** Opening leaves out nothing that the organiser has not seen; it may end what still runs. */
const settleLeftOut = async (
  ctx: SignedIn,
  view: RoundView,
  { acknowledged, ends }: Pick<BodyOf<typeof contract.stepRound>, 'acknowledged' | 'ends'>,
): Promise<void> => {
  const { leavesOut } = await readOpening(ctx, view)
  requireAcknowledged(ctx, leavesOut!, acknowledged)
  const activities = view.activities.map(({ id }) => id)
  if (ends) await endPhases(ctx, view.editionId, activities)
}

export const stepRound = (
  outer: SignedIn,
  id: RoundId,
  { step, version, reason, acknowledged, ends }: BodyOf<typeof contract.stepRound>,
): Promise<RoundDetail> =>
  inTransaction(outer, async (ctx) => {
    const { to, action } = moves[step]
    await takeStep(ctx, {
      lock: async () => {
        // Nobody hands in a work while it is counted what opening leaves out.
        if (step === 'open') await lockEditionRules(ctx.db, (await requireRound(ctx, id)).editionId, 'exclusive')
        return lockSeenRound(ctx, id, version)
      },
      may: (view) => mayStep(view, step, ctx),
      move: async (view) => {
        if (step === 'open') await settleLeftOut(ctx, view, { acknowledged, ends })
        if (step === 'reopen' && !reason) throw fail('round.reasonNeeded').at('reason')
        const changes = changesOf(ctx, view, step)
        if (step === 'withdrawPlan') await dropPlan(ctx, id)
        await moveRound(ctx, view, to, changes)
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
export const unsettleRound = (ctx: SignedIn, id: RoundId, reason: string): Promise<void> =>
  takeStep(ctx, {
    lock: () => lockSeenRound(ctx, id),
    may: () => permitted,
    move: async (view) => {
      if (view.state !== 'settled') return { unchanged: undefined }
      await moveRound(ctx, view, 'closed', { settledAt: null })
      return {
        after: undefined,
        log: {
          action: 'round.unsettled',
          subject: { kind: 'round', id },
          before: { state: view.state },
          after: { state: 'closed', reason },
        },
      }
    },
  })
