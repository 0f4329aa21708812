import type { AnnouncementState } from '@lectern/contract/announcements/announcement-values.ts'
import type { Audience } from '@lectern/contract/announcements/announcements.ts'
import type { AccountId, AnnouncementId, TeamId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const announcement = pgTable('announcement', {
  id: uuid('id').$type<AnnouncementId>().primaryKey(),
  state: text('state').$type<AnnouncementState>().notNull(),
  audience: jsonb('audience').$type<Audience>().notNull(),
  title: jsonb('title').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  link: text('link'),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by').$type<AccountId>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  sentBy: uuid('sent_by').$type<AccountId>(),
  sentAt: moment('sent_at'),
  people: integer('people'),
  told: integer('told').notNull().default(0),
  letters: integer('letters').notNull().default(0),
  /** Null while the letters are in the outbox and counted there. */
  lettersSent: integer('letters_sent'),
  lettersFailed: integer('letters_failed'),
})

export const announcementRecipient = pgTable('announcement_recipient', {
  announcementId: uuid('announcement_id').$type<AnnouncementId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  state: text('state').$type<'waiting' | 'told' | 'skipped'>().notNull().default('waiting'),
  /** The teams through which this person was selected. */
  teamIds: uuid('team_ids').array().$type<TeamId[]>().notNull().default([]),
})
