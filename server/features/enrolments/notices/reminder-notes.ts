import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { inArray } from '../../../platform/database/drizzle.ts'
import { reminder } from '../tables.ts'

export type ReminderKind = (typeof reminder.$inferSelect)['kind']

/** True if this reminder has not been sent before. */
export const noteReminder = async (
  ctx: Ctx,
  values: Omit<typeof reminder.$inferInsert, 'sentAt'>,
): Promise<boolean> => {
  const { rowCount } = await ctx.db
    .insert(reminder)
    .values({ ...values, sentAt: ctx.now })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Reminders that these teams have received. */
export const remindersOf = (db: Database, teams: readonly TeamId[]) =>
  db
    .select({
      teamId: reminder.teamId,
      phaseKind: reminder.phaseKind,
      kind: reminder.kind,
      closesAt: reminder.closesAt,
    })
    .from(reminder)
    .where(inArray(reminder.teamId, [...teams]))
