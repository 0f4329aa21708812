import type { AccessValue, chosenKinds } from '@lectern/contract/accounts/account-values.ts'
import type { Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { AccountId, ActivityId, FileId, InstitutionId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

/** A missing key means yes. */
export type MailChoices = Partial<Record<(typeof chosenKinds)[number], boolean>>

export const account = pgTable('account', {
  id: uuid('id').$type<AccountId>().primaryKey(),
  username: text('username').notNull(),
  nickname: text('nickname'),
  realName: text('real_name'),
  email: text('email'),
  phone: text('phone'),
  avatarId: uuid('avatar_id').$type<FileId>(),
  profile: text('profile'),
  country: text('country'),
  province: text('province'),
  city: text('city'),
  address: text('address'),
  /** As it was typed; the name of the institution where one was chosen. */
  school: text('school'),
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  department: text('department'),
  title: text('title'),
  locale: text('locale').$type<Locale>().notNull(),
  access: text('access').$type<AccessValue>().notNull(),
  status: text('status').$type<'active' | 'disabled' | 'deleted'>().notNull(),
  mailChoices: jsonb('mail_choices').$type<MailChoices>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  search: tsvector('search').generatedAlwaysAs(`written by the database`),
})

/** All columns except those that the database generates for search. */
export const accountColumns = {
  id: account.id,
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  email: account.email,
  phone: account.phone,
  avatarId: account.avatarId,
  profile: account.profile,
  country: account.country,
  province: account.province,
  city: account.city,
  address: account.address,
  school: account.school,
  institutionId: account.institutionId,
  department: account.department,
  title: account.title,
  locale: account.locale,
  access: account.access,
  status: account.status,
  mailChoices: account.mailChoices,
  version: account.version,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
}

export type Account = Pick<typeof account.$inferSelect, keyof typeof accountColumns>
export type NewAccount = typeof account.$inferInsert

/** What an organiser looks after; an organiser without a row holds all duties but that of auditors. */
export const organiser = pgTable('organiser', {
  accountId: uuid('account_id').$type<AccountId>().primaryKey(),
  duties: text('duties').array().$type<Duty[]>().notNull(),
  /** To which the duty `contest` is limited. */
  activities: uuid('activities').array().$type<ActivityId[]>(),
  changedBy: uuid('changed_by').$type<AccountId>(),
  changedAt: moment('changed_at').notNull(),
})
