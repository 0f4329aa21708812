import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, or } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { eraseNotices } from './erase.ts'
import { notice, noticeRead } from './tables.ts'

/** Notices to this user alone, and notices to many that they have read. */
const noticesOf = (db: Database, id: AccountId) =>
  db
    .select({
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      createdAt: notice.createdAt,
      readAt: noticeRead.readAt,
    })
    .from(notice)
    .leftJoin(noticeRead, and(eq(noticeRead.noticeId, notice.id), eq(noticeRead.accountId, id)))
    .where(or(eq(notice.accountId, id), eq(noticeRead.accountId, id)))
    .orderBy(desc(notice.createdAt), desc(notice.id))

export const noticesData: PersonalData = {
  collect: async ({ db }, { id }, { inLanguage }) => ({
    notices: (await noticesOf(db, id)).map(({ title, body, ...rest }) => ({
      ...rest,
      title: inLanguage(title),
      body: inLanguage(body),
    })),
  }),
  erase: (ctx, { id }) => eraseNotices(ctx, id),
}
