import { notice, noticeRead } from '../../features/notices/tables.ts'
import { and, inArray, lt } from '../../platform/database/drizzle.ts'
import type { SeedPerson } from './people.ts'
import type { Scene } from './scene.ts'

const hour = 3_600_000

/** These people have read what came before a moment, an hour after it came. */
export const readOldNotices = async ({ db }: Scene, readers: readonly SeedPerson[], before: Date): Promise<void> => {
  const accounts = readers.map(({ id }) => id)
  const old = await db
    .select({ id: notice.id, accountId: notice.accountId, createdAt: notice.createdAt })
    .from(notice)
    .where(and(inArray(notice.accountId, accounts), lt(notice.createdAt, before)))
  const read = old.map(({ id, accountId, createdAt }) => ({
    noticeId: id,
    accountId: accountId!,
    readAt: new Date(createdAt.getTime() + hour),
  }))
  await db.insert(noticeRead).values(read).onConflictDoNothing()
}
