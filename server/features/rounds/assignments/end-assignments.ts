import type { AssignmentId, ReviewerId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { violatedConstraint, type Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { audit } from '../../audit/service.ts'
import { newToken } from '../entries/codes.ts'
import { assignment } from '../tables.ts'

interface Ending {
  /** Taken away by organisers, or given back by the expert. */
  to: 'removed' | 'declined'
  reason: string | null
  /** What was submitted counts; otherwise the work needs another expert. */
  keepSheets: boolean
}

/**
 * Ends standing assignments: their files no longer open, streams of them stop. Requires a transaction that has locked the round
 * exclusively.
 */
export const moveAssignments = ({ db, now }: Ctx, which: SQL | undefined, { to, reason, keepSheets }: Ending) =>
  db
    .update(assignment)
    .set({
      state: keepSheets ? sql`case when ${assignment.isFinished} then 'kept' else ${to} end` : to,
      // A random token each.
      token: sql`encode(sha256((${newToken()} || ${assignment.id})::bytea), 'hex')`,
      endedAt: now,
      reason,
    })
    .where(and(which, inArray(assignment.state, ['open', 'kept'])))
    .returning({ entryId: assignment.entryId, reviewerId: assignment.reviewerId, state: assignment.state })

/** Ends several assignments with an audit row each. */
export const endAssignments = async (
  ctx: Ctx,
  ids: readonly AssignmentId[],
  { to, reason, keepSheets }: Ending,
): Promise<{ kept: number; removed: number }> => {
  if (ids.length === 0) return { kept: 0, removed: 0 }
  const ended = await moveAssignments(ctx, inArray(assignment.id, [...ids]), { to, reason, keepSheets })
  for (const { entryId, reviewerId, state } of ended)
    await audit(ctx, `assignment.${to}`, {
      subject: { kind: 'entry', id: entryId },
      after: { reviewer: reviewerId, state, ...(reason && { reason }) },
      personal: true,
    })
  const keptSheets = ended.filter(({ state }) => state === 'kept').length
  return { kept: keptSheets, removed: ended.length - keptSheets }
}

const openAssignmentsOf = (db: Database, id: ReviewerId) =>
  db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(eq(assignment.reviewerId, id), eq(assignment.state, 'open')))

/** An expert leaves: what they have submitted counts, the rest lacks an expert again. */
export const endAssignmentsOf = async (ctx: Ctx, id: ReviewerId, ending: Omit<Ending, 'keepSheets'>): Promise<void> => {
  const rows = await openAssignmentsOf(ctx.db, id)
  await endAssignments(
    ctx,
    rows.map((row) => row.id),
    { ...ending, keepSheets: true },
  )
}

/** Should a lock be missing somewhere: the database refuses an assignment against a conflict, and the caller is told so. */
export const explainingConflicts = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'assignment_without_conflict') throw fail('conflict.stands')
    if (constraint === 'conflict_without_assignment' || constraint === 'assignment_entry_id_reviewer_id_key')
      throw fail('assignment.exists')
    if (constraint === 'conflict_standing') throw fail('conflict.exists')
    throw error
  }
}
