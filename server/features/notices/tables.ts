import type { AccessValue, NoticeKind } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, AnnouncementId, NoticeId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { boolean, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const notice = pgTable('notice', {
  id: uuid('id').$type<NoticeId>().primaryKey(),
  audience: text('audience').$type<'everyone' | 'access' | 'account'>().notNull(),
  audienceAccess: text('audience_access').$type<AccessValue>(),
  accountId: uuid('account_id').$type<AccountId>(),
  kind: text('kind').$type<NoticeKind>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  link: text('link'),
  createdAt: moment('created_at').notNull(),
  /** The person it mentions, if not the reader. */
  aboutId: uuid('about_id').$type<AccountId>(),
  /** The announcement that it belongs to. */
  announcementId: uuid('announcement_id').$type<AnnouncementId>(),
  /** The body is Markdown; otherwise it is plain text. */
  markdown: boolean('markdown').notNull().default(false),
})

export const noticeRead = pgTable('notice_read', {
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  noticeId: uuid('notice_id').$type<NoticeId>().notNull(),
  readAt: moment('read_at').notNull(),
})
