import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { openingWish } from '../tables.ts'

const whereWish = (activityId: ActivityId, accountId: AccountId) =>
  and(eq(openingWish.activityId, activityId), eq(openingWish.accountId, accountId))

export const hasOpeningWish = async (db: Database, activityId: ActivityId, accountId: AccountId): Promise<boolean> => {
  const [row] = await db
    .select({ id: openingWish.activityId })
    .from(openingWish)
    .where(whereWish(activityId, accountId))
  return row !== undefined
}

/** False if it exists already. */
export const addOpeningWish = async (db: Database, wish: typeof openingWish.$inferInsert): Promise<boolean> => {
  const { rowCount } = await db.insert(openingWish).values(wish).onConflictDoNothing()
  return rowCount === 1
}

/** False if there was none. */
export const deleteOpeningWish = async (
  db: Database,
  activityId: ActivityId,
  accountId: AccountId,
): Promise<boolean> => {
  const { rowCount } = await db.delete(openingWish).where(whereWish(activityId, accountId))
  return rowCount === 1
}

export const deleteOpeningWishesOf = async (db: Database, accountId: AccountId): Promise<void> => {
  await db.delete(openingWish).where(eq(openingWish.accountId, accountId))
}

/** Activities with pending wishes. */
export const awaitedActivities = async (db: Database): Promise<ActivityId[]> => {
  const rows = await db.selectDistinct({ id: openingWish.activityId }).from(openingWish)
  return rows.map(({ id }) => id)
}

/**
 * Deletes at most so many wishes for an activity and returns their users. Rows locked by another process are skipped.
 */
export const takeOpeningWishes = async (db: Database, activityId: ActivityId, most: number): Promise<AccountId[]> => {
  const { rows } = await db.execute<{ account: AccountId }>(sql`
    delete from opening_wish where ctid = any (array(
      select ctid from opening_wish where activity_id = ${activityId} limit ${most} for update skip locked
    )) returning account_id as account
  `)
  return rows.map(({ account }) => account)
}
