import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { audit } from '../../audit/service.ts'
import { lockSeats, reserveSeat } from '../../competition/service.ts'
import type { TeamView } from '../../teams/service.ts'
import { waiting } from '../tables.ts'

// For transactions that have locked the team. Rows of the waiting list change only under the lock of the activity's
// seats.

export const dropWaiting = async (db: Database, teamId: TeamId): Promise<boolean> => {
  const { rowCount } = await db.delete(waiting).where(eq(waiting.teamId, teamId))
  return rowCount === 1
}

/** Takes the seat reserved for a team on the waiting list, or one that nobody waits for. */
export const takeSeatFor = async (ctx: Ctx, team: TeamView): Promise<void> => {
  if (!team.waiting) return reserveSeat(ctx, team.activityId, 'newcomer')
  await lockSeats(ctx, team.activityId)
  const { offeredUntil } = waiting
  const [row] = await ctx.db.select({ offeredUntil }).from(waiting).where(eq(waiting.teamId, team.id))
  // The offer may have expired since the team was read.
  if (!row?.offeredUntil || row.offeredUntil <= ctx.now) throw fail('waiting.expired')
  await reserveSeat(ctx, team.activityId, 'offered')
  await dropWaiting(ctx.db, team.id)
}

/** The team gives up its turn, and the seat that may be reserved for it. */
export const leaveWaitingList = async (ctx: Ctx, team: TeamView): Promise<void> => {
  if (!team.waiting || !team.enrolment) return
  await lockSeats(ctx, team.activityId)
  if (!(await dropWaiting(ctx.db, team.id))) return
  await audit(ctx, 'waiting.left', { subject: { kind: 'enrolment', id: team.enrolment.id } })
}
