import type { ExtendedKind } from '@lectern/contract/competition/competition-values.ts'
import type { EnrolmentState, EventKind } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { AccountId, ActivityId, EditionId, EnrolmentId, InstitutionId, TeamId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import { bigint, boolean, integer, jsonb, pgTable, sql, text, uuid } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

/** A team as it was when it submitted. */
export interface TeamSnapshot {
  name: string
  slogan: string
  /** Absent: the team had none, or an earlier version wrote it. */
  institution?: { id: InstitutionId; name: LocalizedText }
  members: {
    accountId: AccountId
    role: TeamRole
    name: string
    school: string | null
    department: string | null
    title: string | null
    province: string | null
    city: string | null
  }[]
}

export const enrolment = pgTable('enrolment', {
  id: uuid('id').$type<EnrolmentId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  state: text('state').$type<EnrolmentState>().notNull(),
  number: text('number'),
  sequence: integer('sequence'),
  answers: jsonb('answers').$type<Answers>().notNull().default({}),
  /** Answers of an amendment; `answers` are unchanged until it is submitted. */
  amendment: jsonb('amendment').$type<Answers>(),
  amendmentVersion: integer('amendment_version').notNull().default(0),
  amendmentStartedAt: moment('amendment_started_at'),
  version: integer('version').notNull().default(1),
  submittedAt: moment('submitted_at'),
  inGrace: boolean('in_grace').notNull().default(false),
  resubmitBy: moment('resubmit_by'),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  reason: text('reason'),
  snapshot: jsonb('snapshot').$type<TeamSnapshot>(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** Columns for filters, order and search of organisers. */
  editionId: uuid('edition_id').$type<EditionId>().notNull().generatedAlwaysAs(`written by the database`),
  /** False once its team is disbanded. */
  isListed: boolean('is_listed').notNull().default(true),
  /** The captain's. */
  province: text('province'),
  school: text('school'),
  search: tsvector('search'),
  /** When it was submitted; drafts sort before everything else. */
  listedAt: moment('listed_at')
    .notNull()
    .generatedAlwaysAs(sql`written by the database`),
  /** The number in natural sort order. */
  numberKey: text('number_key').notNull().generatedAlwaysAs(`written by the database`),
})

/** The history of an enrolment; the team is notified of a decision at `notifyAt` if it still stands. */
export const enrolmentEvent = pgTable('enrolment_event', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  enrolmentId: uuid('enrolment_id').$type<EnrolmentId>().notNull(),
  at: moment('at').notNull(),
  kind: text('kind').$type<EventKind>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  /** In whose name the decision was made; null: the organisers', or it is another kind of event. */
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  fromState: text('from_state').$type<EnrolmentState>(),
  toState: text('to_state').$type<EnrolmentState>().notNull(),
  reason: text('reason'),
  notifyAt: moment('tell_at'),
  notifiedAt: moment('told_at'),
  /** For a submission: the questions whose answers differ from the previous one. */
  changed: text('changed').array(),
})

export const reminder = pgTable('reminder', {
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  /** The phase that the reminder is about. */
  phaseKind: text('phase_kind').$type<ExtendedKind>().notNull(),
  kind: text('kind')
    .$type<'days' | 'hours' | 'amendmentDay' | 'amendmentHours' | 'changesDay' | 'changesHours'>()
    .notNull(),
  closesAt: moment('closes_at').notNull(),
  sentAt: moment('sent_at').notNull(),
})

/** A team that waits for a seat in a full activity. Once it has an offer, a seat is reserved until `offeredUntil`. */
export const waiting = pgTable('waiting', {
  teamId: uuid('team_id').$type<TeamId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  /** The order in which seats are offered. */
  turn: bigint('turn', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  joinedAt: moment('joined_at').notNull(),
  offeredAt: moment('offered_at'),
  offeredUntil: moment('offered_until'),
})

/** A user who asked to be notified when enrolment in an activity opens, and has not been yet. */
export const openingWish = pgTable('opening_wish', {
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
})
