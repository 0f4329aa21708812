import type { Channel, outboxStates } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, ActivityId, AnnouncementId, OutboxId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const outbox = pgTable('outbox', {
  id: uuid('id').$type<OutboxId>().primaryKey(),
  channel: text('channel').$type<Channel>().notNull(),
  recipient: text('recipient').notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  locale: text('locale').$type<Locale>().notNull(),
  letter: text('letter').notNull(),
  content: jsonb('content').$type<Record<string, string>>().notNull(),
  secret: jsonb('secret').$type<Record<string, string>>(),
  state: text('state').$type<(typeof outboxStates)[number]>().notNull(),
  toMany: boolean('to_many').notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  dueAt: moment('due_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at'),
  lastError: text('last_error'),
  /** The announcement that it belongs to. */
  announcementId: uuid('announcement_id').$type<AnnouncementId>(),
  /** Only its recipient may read it; organisers see that it was sent. */
  isConfidential: boolean('is_confidential').notNull().default(false),
  /** The activities that it is about: kept from organisers who take part in one. Null: nobody knows. */
  activityIds: uuid('activity_ids').array().$type<ActivityId[]>(),
})
