import type { WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { permitted, refuse } from '../../../platform/policy.ts'
import { provide } from '../../../platform/ports.ts'
import { audit } from '../../audit/service.ts'
import { enrolmentStages } from '../../enrolments/service.ts'
import { findWorkOf, workStages } from '../../works/service.ts'
import { changeEntry, deleteEntry, endStreamsOf, entriesOfWork, worksBeingJudged } from './entry-queries.ts'
import { mayRestore, restoreEntry } from './restored-entries.ts'
import { lockRound } from '../locks.ts'

/** A work takes part in a round that is planned at least. In a draft it is only noted down. */
const isInPlannedRound = async (db: Database, id: WorkId): Promise<boolean> =>
  (await entriesOfWork(db, id)).some(({ state, removedAt }) => state !== 'draft' && removedAt === null)

/** Locks the rounds of a work and returns its entries in those that are not settled. */
const lockEntries = async (db: Database, id: WorkId) => {
  const seen = await entriesOfWork(db, id)
  for (const { roundId } of seen) await lockRound(db, roundId, 'exclusive')
  const entries = seen.length === 0 ? [] : await entriesOfWork(db, id)
  return entries.filter(({ state }) => state !== 'settled')
}

/** The work is no longer accepted: drafts forget it, other rounds keep it as taken out. */
const takeOut = async (ctx: Ctx, id: WorkId): Promise<void> => {
  for (const entry of await lockEntries(ctx.db, id)) {
    if (entry.state === 'draft') {
      await deleteEntry(ctx.db, entry.id)
      continue
    }
    if (entry.removedAt !== null) continue
    await changeEntry(ctx.db, entry.id, { removedAt: ctx.now, removedReason: null })
    await endStreamsOf(ctx.db, entry.id)
    await audit(ctx, 'entry.removed', { subject: { kind: 'entry', id: entry.id } })
  }
}

/** Accepted again: what was taken out without a reason of an organiser comes back. */
const bringBack = async (ctx: Ctx, id: WorkId): Promise<void> => {
  for (const entry of await lockEntries(ctx.db, id)) {
    if (entry.removedAt === null || entry.removedReason !== null) continue
    const verdict = await mayRestore(ctx, entry)
    if (verdict.permitted) await restoreEntry(ctx, entry)
  }
}

/** Experts judge what was accepted: it cannot be withdrawn, and only be returned after it was taken out of the round. */
export const providedWorkStage = provide(workStages, {
  mayMove: async ({ db }, { id, from, to }) => {
    const isLeaving = to === 'withdrawn' || (from === 'accepted' && to !== 'disqualified')
    if (!isLeaving || !(await isInPlannedRound(db, id))) return permitted
    return refuse(to === 'withdrawn' ? 'work.inRound' : 'work.beingJudged')
  },
  isJudged: async (db, id) => (await worksBeingJudged(db, [id])).has(id),
  moved: async (ctx, { id, from, to }) => {
    if (to === 'accepted') await bringBack(ctx, id)
    else if (from === 'accepted') await takeOut(ctx, id)
  },
})

export const providedEnrolmentStage = provide(enrolmentStages, {
  mayLeaveApproval: async () => permitted,
  mayWithdraw: async ({ db }, team) => {
    const id = team.enrolment && (await findWorkOf(db, team.enrolment.id))
    return id && (await isInPlannedRound(db, id)) ? refuse('work.inRound') : permitted
  },
  withdraw: async () => {},
})
