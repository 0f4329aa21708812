import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ConflictId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import {
  conflictPage,
  conflictsToRecord,
  countConflicts,
  describePairs,
  findConflict,
  insertConflicts,
  liftRow,
  standingAssignment,
  type ConflictRow,
  type FoundConflict,
} from './conflict-queries.ts'
import { endAssignments, explainingConflicts } from './end-assignments.ts'
import { findEntry } from '../entries/entry-queries.ts'
import { mayArrange } from '../policy.ts'
import { findReviewer } from '../reviewers/reviewer-queries.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'

export const listConflicts = async (
  ctx: Ctx,
  id: RoundId,
  { page, pageSize, kind, reviewer, lifted, search }: QueryOf<typeof contract.listConflicts>,
): Promise<Page<ConflictRow>> => {
  await requireRound(ctx, id)
  const filter = { kind, reviewer, isLifted: lifted === 'true', search: search?.trim() || undefined }
  const list = await conflictPage(ctx.db, id, filter, { page, pageSize })
  return { list, total: await countConflicts(ctx.db, id, filter), page, pageSize }
}

interface Searched {
  found: number
  ended: number
  /** Not recorded, because the expert has submitted a sheet: organisers decide. */
  judged: FoundConflict[]
}

/**
 * Records the conflicts that follow from what the site knows, and ends unfinished assignments against them. Runs whenever works or experts
 * are added or changed, and before planning. Requires a transaction that has locked the round exclusively.
 */
export const recordConflicts = async (
  ctx: Ctx,
  roundId: RoundId,
  reviewers?: readonly ReviewerId[],
): Promise<Searched> => {
  const all = await conflictsToRecord(ctx.db, roundId, reviewers)
  const [judged, open] = [all.filter(({ isFinished }) => isFinished), all.filter(({ isFinished }) => !isFinished)]
  if (open.length === 0) return { found: 0, ended: 0, judged }
  const standing = [...new Set(open.flatMap(({ assignmentId }) => assignmentId ?? []))]
  const reason = t(ctx.locale, 'office.reviewers.endedByConflict')
  const { removed } = await endAssignments(ctx, standing, { to: 'removed', reason, keepSheets: false })
  const createdAt = ctx.now
  await insertConflicts(
    ctx.db,
    open.map(({ reviewerId, entryId, kind }) => ({
      id: newId<ConflictId>(ctx.now),
      roundId,
      reviewerId,
      entryId,
      kind,
      createdAt,
    })),
  )
  await audit(ctx, 'conflict.found', {
    subject: { kind: 'round', id: roundId },
    after: { count: open.length, ...(removed > 0 && { ended: removed }) },
  })
  return { found: open.length, ended: removed, judged }
}

export const findConflicts = (outer: SignedIn, id: RoundId): Promise<AnswerOf<typeof contract.findConflicts>> =>
  inTransaction(outer, async (ctx) => {
    permit(mayArrange(await lockSeenRound(ctx, id)))
    const { found, ended, judged } = await recordConflicts(ctx, id)
    const standing = await countConflicts(ctx.db, id, { isLifted: false })
    return { found, standing, ended, judged: await describePairs(ctx.db, judged) }
  })

const requireConflict = async (ctx: Ctx, roundId: RoundId, id: ConflictId): Promise<ConflictRow> => {
  const row = await findConflict(ctx.db, roundId, id)
  if (!row) throw fail('conflict.notFound')
  return row
}

const requireEntryOf = async (ctx: Ctx, roundId: RoundId, id: Parameters<typeof findEntry>[2]) => {
  const row = await findEntry(ctx.db, roundId, id)
  if (!row) throw fail('entry.notFound').at('entry')
}

/** An organiser knows a reason that the site does not. What the expert may have submitted for the work no longer counts. */
export const addConflict = (
  outer: SignedIn,
  roundId: RoundId,
  { reviewer: reviewerId, entry: entryId, reason }: BodyOf<typeof contract.addConflict>,
): Promise<ConflictRow> =>
  explainingConflicts(() =>
    inTransaction(outer, async (ctx) => {
      permit(mayArrange(await lockSeenRound(ctx, roundId)))
      if (!(await findReviewer(ctx.db, roundId, reviewerId))) throw fail('reviewer.notFound').at('reviewer')
      await requireEntryOf(ctx, roundId, entryId)
      const standing = await standingAssignment(ctx.db, reviewerId, entryId)
      if (standing) await endAssignments(ctx, [standing.id], { to: 'removed', reason, keepSheets: false })
      const id = newId<ConflictId>(ctx.now)
      await insertConflicts(ctx.db, [
        { id, roundId, reviewerId, entryId, kind: 'set', reason, createdBy: ctx.actor.id, createdAt: ctx.now },
      ])
      await audit(ctx, 'conflict.added', {
        subject: { kind: 'entry', id: entryId },
        after: { reviewer: reviewerId, reason },
        personal: true,
      })
      return requireConflict(ctx, roundId, id)
    }),
  )

/** Nobody ever judges the work of their own team. All other conflicts can be lifted; search does not find them again. */
export const liftConflict = (
  outer: SignedIn,
  roundId: RoundId,
  id: ConflictId,
  { reason }: BodyOf<typeof contract.liftConflict>,
): Promise<ConflictRow> =>
  inTransaction(outer, async (ctx) => {
    permit(mayArrange(await lockSeenRound(ctx, roundId)))
    const row = await requireConflict(ctx, roundId, id)
    await requireEntryOf(ctx, roundId, row.entryId)
    if (row.kind === 'member') throw fail('conflict.notLiftable')
    // Another organiser was faster.
    if (row.liftedAt !== null) throw fail('resource.changed')
    await liftRow(ctx.db, id, { liftedBy: ctx.actor.id, liftedAt: ctx.now, liftedReason: reason })
    await audit(ctx, 'conflict.lifted', {
      subject: { kind: 'entry', id: row.entryId },
      before: { kind: row.kind },
      after: { reviewer: row.reviewerId, reason },
      personal: true,
    })
    return requireConflict(ctx, roundId, id)
  })
