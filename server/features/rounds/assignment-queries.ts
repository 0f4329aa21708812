import type { AssignmentId, RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { assignment } from './tables.ts'

export const requireAssignment = async (db: Database, roundId: RoundId, id: AssignmentId) => {
  const [found] = await db
    .select({
      id: assignment.id,
      entryId: assignment.entryId,
      reviewerId: assignment.reviewerId,
      state: assignment.state,
      isFinished: assignment.isFinished,
    })
    .from(assignment)
    .where(and(eq(assignment.roundId, roundId), eq(assignment.id, id)))
  if (!found) throw fail('assignment.notFound')
  return found
}
