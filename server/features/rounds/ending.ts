import type { AssignmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { violatedConstraint } from '../../platform/database/connect.ts'
import { and, inArray, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { audit } from '../audit/service.ts'
import { newToken } from './codes.ts'
import { assignment } from './tables.ts'

interface Ending {
  reason: string | null
  /** What was submitted counts; otherwise the work needs another expert. */
  keepSheets: boolean
}

/**
 * Ends standing assignments: their files no longer open, streams of them stop. Requires a transaction that has locked the round
 * exclusively.
 */
export const endAssignments = async (
  ctx: Ctx,
  ids: readonly AssignmentId[],
  { reason, keepSheets }: Ending,
): Promise<{ kept: number; removed: number }> => {
  if (ids.length === 0) return { kept: 0, removed: 0 }
  const ended = await ctx.db
    .update(assignment)
    .set({
      state: keepSheets ? sql`case when ${assignment.isFinished} then 'kept' else 'removed' end` : 'removed',
      // A random token each.
      token: sql`encode(sha256((${newToken()} || ${assignment.id})::bytea), 'hex')`,
      endedAt: ctx.now,
      reason,
    })
    .where(and(inArray(assignment.id, [...ids]), inArray(assignment.state, ['open', 'kept'])))
    .returning({ entryId: assignment.entryId, reviewerId: assignment.reviewerId, state: assignment.state })
  for (const { entryId, reviewerId, state } of ended)
    await audit(ctx, 'assignment.removed', {
      subject: { kind: 'entry', id: entryId },
      after: { reviewer: reviewerId, state, ...(reason && { reason }) },
      personal: true,
    })
  const kept = ended.filter(({ state }) => state === 'kept').length
  return { kept, removed: ended.length - kept }
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
