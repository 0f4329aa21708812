import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { listNotices as listEndpoint, readNotices as readEndpoint } from '@lectern/contract/notices/notices.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { countNotices, markAllRead, markRead, noticesAmong, noticesPage, unreadOf } from './queries.ts'

export const listNotices = async (
  { db, actor }: SignedIn,
  { page, pageSize, unread }: QueryOf<typeof listEndpoint>,
) => {
  const onlyUnread = unread === 'true'
  const list = await noticesPage(db, actor.id, { page, pageSize, onlyUnread })
  const counts = list[0]?.counts ?? (await countNotices(db, actor.id))
  return { list, total: onlyUnread ? counts.unread : counts.total, page, pageSize, unread: counts.unread }
}

/** Marks all of these as read, or none if one of them is somebody else's. Returns the number of unread notices. */
export const readNotices = (outer: SignedIn, { ids }: BodyOf<typeof readEndpoint>): Promise<number> =>
  inTransaction(outer, async ({ db, now, actor }) => {
    if (ids === 'all') await markAllRead(db, actor.id, now)
    else {
      const mine = await noticesAmong(db, actor.id, ids)
      if (mine.length < new Set(ids).size) throw fail('notice.notFound')
      await markRead(db, actor.id, mine, now)
    }
    return (await unreadOf(db, [actor.id])).get(actor.id) ?? 0
  })
