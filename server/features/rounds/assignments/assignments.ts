import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { AssignmentId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { OfficeAssignment } from '@lectern/contract/rounds/review-plan.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import {
  assignmentsOfEntry,
  candidatesFor,
  findAssignment,
  hasConflict,
  type AssignmentRow,
} from './assignment-queries.ts'
import { endAssignments, explainingConflicts } from './end-assignments.ts'
import { findEntry } from '../entries/entry-queries.ts'
import { insertAssignments, lastPositions } from '../plan/plan-queries.ts'
import { isUnopened, mayAssign } from '../policy.ts'
import { sheetProgress } from '../ports.ts'
import { notifyDealt } from '../reviewers/reviewer-notices.ts'
import { shownName } from '../reviewers/reviewer-present.ts'
import { countOpenAssignments, findReviewer } from '../reviewers/reviewer-queries.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'

/** With how far the experts are. */
export const presentAssignments = async (ctx: Ctx, rows: readonly AssignmentRow[]): Promise<OfficeAssignment[]> => {
  const ids = rows.map(({ id }) => id)
  const maps = await Promise.all(ctx.installation.ports.all(sheetProgress).map((find) => find(ctx, ids)))
  return rows.map(({ id, state, isThird, reason, reviewerId, institution, ...person }) => {
    const progress = maps.flatMap((sheets) => sheets.get(id) ?? [])[0]
    return {
      id,
      state,
      isThird,
      reason,
      reviewer: { id: reviewerId, name: shownName(person, ctx.locale), institution },
      sheet: progress?.state ?? 'todo',
      total: progress?.total ?? null,
    }
  })
}

export const requireEntry = async (ctx: Ctx, roundId: RoundId, id: EntryId) => {
  const row = await findEntry(ctx.db, roundId, id)
  if (!row) throw fail('entry.notFound')
  return row
}

export const listAssignments = async (
  ctx: SignedIn,
  roundId: RoundId,
  entryId: EntryId,
): Promise<AnswerOf<typeof contract.listAssignments>> => {
  await requireRound(ctx, roundId)
  await requireEntry(ctx, roundId, entryId)
  const candidates = await candidatesFor(ctx.db, roundId, entryId)
  return {
    list: await presentAssignments(ctx, await assignmentsOfEntry(ctx.db, entryId)),
    candidates: candidates.map(({ username, nickname, realName, status, ...row }) => ({
      ...row,
      name: shownName({ username, nickname, realName, status }, ctx.locale),
    })),
  }
}

/** Gives works to an expert, at the end of their own order. Requires a transaction that has locked the round exclusively. */
export const giveWorks = async (
  ctx: SignedIn,
  roundId: RoundId,
  pairs: readonly { entry: EntryId; reviewer: ReviewerId }[],
  isThird = false,
): Promise<AssignmentId[]> => {
  const next = await lastPositions(ctx.db, roundId)
  const rows = pairs.map(({ entry, reviewer }) => {
    const position = (next.get(reviewer) ?? 0) + 1
    next.set(reviewer, position)
    return { entry, reviewer, position, isThird }
  })
  const inserted = await insertAssignments(ctx.db, roundId, rows, { now: ctx.now, by: ctx.actor.id })
  // Somebody judges the work already.
  if (inserted.length < pairs.length) throw fail('assignment.exists')
  for (const { entry, reviewer } of pairs)
    await audit(ctx, 'assignment.added', {
      subject: { kind: 'entry', id: entry },
      after: { reviewer, ...(isThird && { isThird }) },
      personal: true,
    })
  return inserted
}

/** Gives a work to one more expert. */
export const assignReviewer = (
  outer: SignedIn,
  roundId: RoundId,
  entryId: EntryId,
  { reviewer: reviewerId, isThird }: BodyOf<typeof contract.assignReviewer>,
): Promise<OfficeAssignment> =>
  explainingConflicts(() =>
    inTransaction(outer, async (ctx) => {
      const view = await lockSeenRound(ctx, roundId)
      permit(mayAssign(view))
      const entry = await requireEntry(ctx, roundId, entryId)
      if (entry.removedAt !== null) throw fail('entry.notAccepted')
      const expert = await findReviewer(ctx.db, roundId, reviewerId)
      if (!expert) throw fail('reviewer.notFound').at('reviewer')
      if (expert.state !== 'accepted') throw fail('reviewer.moveRefused').at('reviewer')
      const standing = await assignmentsOfEntry(ctx.db, entryId)
      const isJudging = standing.some(
        (row) => row.reviewerId === reviewerId && (row.state === 'open' || row.state === 'kept'),
      )
      if (isJudging) throw fail('assignment.exists')
      if (await hasConflict(ctx.db, reviewerId, entryId)) throw fail('conflict.stands')
      const max = Math.min(expert.maxWorks, view.rules.maxWorks)
      if ((await countOpenAssignments(ctx.db, reviewerId)) >= max) throw fail('assignment.overload', { max })
      const [id] = await giveWorks(ctx, roundId, [{ entry: entryId, reviewer: reviewerId }], isThird)
      if (!isUnopened(view)) await notifyDealt(ctx, view, [reviewerId])
      const assignment = await findAssignment(ctx.db, roundId, id!)
      return (await presentAssignments(ctx, [assignment!]))[0]!
    }),
  )

/** Takes a work away from an expert. What they have written stays for the organisers. */
export const removeAssignment = (
  outer: SignedIn,
  roundId: RoundId,
  id: AssignmentId,
  { keepSheet, reason }: BodyOf<typeof contract.removeAssignment>,
): Promise<OfficeAssignment> =>
  inTransaction(outer, async (ctx) => {
    permit(mayAssign(await lockSeenRound(ctx, roundId)))
    const row = await findAssignment(ctx.db, roundId, id)
    if (!row) throw fail('assignment.notFound')
    await requireEntry(ctx, roundId, row.entryId)
    // Another organiser or the expert was faster.
    if (row.state !== 'open' && row.state !== 'kept') throw fail('resource.changed')
    await endAssignments(ctx, [id], { to: 'removed', reason, keepSheets: keepSheet })
    return (await presentAssignments(ctx, [(await findAssignment(ctx.db, roundId, id))!]))[0]!
  })
