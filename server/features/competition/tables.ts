import type { ActivityState, ExtendedKind, PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { AccountId, ActivityId, EditionId, ExtensionId, FileId, PhaseId, TeamId } from '@lectern/contract/ids.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const edition = pgTable('edition', {
  id: uuid('id').$type<EditionId>().primaryKey(),
  year: integer('year').notNull(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  timeZone: text('time_zone').notNull(),
  current: boolean('current').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const activity = pgTable('activity', {
  id: uuid('id').$type<ActivityId>().primaryKey(),
  editionId: uuid('edition_id').$type<EditionId>().notNull(),
  code: text('code').notNull(),
  name: jsonb('name').$type<LocalizedText>().notNull(),
  group: jsonb('group_name').$type<LocalizedText>().notNull(),
  summary: jsonb('summary').$type<LocalizedText>().notNull(),
  body: jsonb('body').$type<LocalizedText>().notNull(),
  requirements: jsonb('requirements').$type<LocalizedText>().notNull(),
  rules: jsonb('rules').$type<LocalizedText>().notNull(),
  cover: uuid('cover').$type<FileId>(),
  teamMin: integer('team_min').notNull(),
  teamMax: integer('team_max').notNull(),
  advisorsMax: integer('advisors_max').notNull(),
  capacity: integer('capacity'),
  /** Teams that find the activity full may join a waiting list. */
  waitingList: boolean('waiting_list').notNull().default(false),
  fields: jsonb('fields').$type<FormField[]>().notNull().default([]),
  workRules: jsonb('work_rules').$type<WorkRules>().notNull().default(usualRules),
  position: integer('position').notNull(),
  state: text('state').$type<ActivityState>().notNull(),
  /** When a scheduled activity becomes visible. */
  publishAt: moment('publish_at'),
  written: jsonb('written').$type<LanguageStamps>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const phase = pgTable('phase', {
  id: uuid('id').$type<PhaseId>().primaryKey(),
  editionId: uuid('edition_id').$type<EditionId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>(),
  kind: text('kind').$type<PhaseKind>().notNull(),
  opensAt: moment('opens_at').notNull(),
  closesAt: moment('closes_at').notNull(),
  graceMinutes: integer('grace_minutes').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** More time for one team; the latest one that is not revoked applies. */
export const extension = pgTable('extension', {
  id: uuid('id').$type<ExtensionId>().primaryKey(),
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  kind: text('kind').$type<ExtendedKind>().notNull(),
  until: moment('until').notNull(),
  reason: text('reason').notNull(),
  grantedBy: uuid('granted_by').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
  revokedBy: uuid('revoked_by').$type<AccountId>(),
  revokedAt: moment('revoked_at'),
})

/** Seats taken and the last assigned number. Triggers maintain `taken`, `waiting` and `offered`. */
export const seatCount = pgTable('tally', {
  activityId: uuid('activity_id').$type<ActivityId>().primaryKey(),
  capacity: integer('capacity'),
  taken: integer('taken').notNull().default(0),
  /** Teams on the waiting list, and those of them with a reserved seat. */
  waiting: integer('waiting').notNull().default(0),
  offered: integer('offered').notNull().default(0),
  lastNumber: integer('last_number').notNull().default(0),
})
