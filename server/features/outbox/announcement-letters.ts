import type { AnnouncementId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { inArray, sql } from '../../platform/database/drizzle.ts'
import { outbox } from './tables.ts'

interface LetterCounts {
  sent: number
  failed: number
  waiting: number
}

/** The delivery states of the letters of these announcements, while they are in the outbox. */
export const lettersOfAnnouncements = async (
  db: Database,
  ids: readonly AnnouncementId[],
): Promise<ReadonlyMap<AnnouncementId, LetterCounts>> => {
  const countIn = (...states: string[]) =>
    sql<number>`count(*) filter (where ${inArray(outbox.state, states as (typeof outbox.$inferSelect)['state'][])})`.mapWith(
      Number,
    )
  const rows = await db
    .select({
      id: sql<AnnouncementId>`${outbox.announcementId}`,
      sent: countIn('sent'),
      failed: countIn('failed', 'expired'),
      waiting: countIn('waiting'),
    })
    .from(outbox)
    .where(inArray(outbox.announcementId, [...ids]))
    .groupBy(outbox.announcementId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
