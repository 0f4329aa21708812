import { notice, noticeRead } from '../../features/notices/tables.ts'
import { and, inArray, lt } from '../../platform/database/drizzle.ts'
import { daysFrom } from './dates.ts'
import type { Scene } from './scene.ts'

/** Older notices have been read, an hour after they came. */
const readAfterDays = 3
const hour = 3_600_000

export const readOldNotices = async ({ db, people }: Scene, now: Date): Promise<void> => {
  const experts = people.filter(({ access }) => access === 'expert').map(({ id }) => id)
  const old = await db
    .select({ id: notice.id, accountId: notice.accountId, createdAt: notice.createdAt })
    .from(notice)
    .where(and(inArray(notice.accountId, experts), lt(notice.createdAt, daysFrom(now, -readAfterDays))))
  await db.insert(noticeRead).values(
    old.map(({ id, accountId, createdAt }) => ({
      noticeId: id,
      accountId: accountId!,
      readAt: new Date(createdAt.getTime() + hour),
    })),
  )
}
