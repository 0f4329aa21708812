import type { AssignmentId, FlagId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, eq, isNull } from '../../platform/database/drizzle.ts'
import { flag, sheet } from './tables.ts'

/** Stores how a report was dealt with; false if somebody has done so before. */
export const answerFlag = async ({ db, now, actor }: SignedIn, id: FlagId, resolution: string): Promise<boolean> => {
  const { rowCount } = await db
    .update(flag)
    .set({ resolution, resolvedAt: now, resolvedBy: actor.id })
    .where(and(eq(flag.id, id), isNull(flag.resolvedAt)))
  return rowCount === 1
}

/** Lets an expert change a sheet after the end, until a moment; false if there is no sheet. */
export const allowChanges = async (
  { db }: SignedIn,
  id: AssignmentId,
  { until, reason }: { until: Date; reason: string },
): Promise<boolean> => {
  const { rowCount } = await db
    .update(sheet)
    .set({ reopenedUntil: until, reopenedReason: reason })
    .where(eq(sheet.assignmentId, id))
  return rowCount === 1
}
