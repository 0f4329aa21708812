import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { recommendationRules } from '../tables.ts'

export const findRules = async (db: Database, activityId: ActivityId) => {
  const [row] = await db.select().from(recommendationRules).where(eq(recommendationRules.activityId, activityId))
  return row
}

export type FoundRules = NonNullable<Awaited<ReturnType<typeof findRules>>>

/** Lists of an activity that were ever handed in. */
export const countHandedIn = async (db: Database, activityId: ActivityId): Promise<number> => {
  const { rows } = await db.execute<{ lists: number }>(sql`
    select count(*)::integer as lists from recommendation_list where activity_id = ${activityId} and handed_in_at is not null
  `)
  return rows[0]!.lists
}
