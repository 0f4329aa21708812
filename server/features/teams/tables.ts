import type { AccountId, ActivityId, InstitutionId, InvitationId, TeamId } from '@lectern/contract/ids.ts'
import type { InvitationState, InvitedRole, TeamRole } from '@lectern/contract/teams/team-values.ts'
import { integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const team = pgTable('team', {
  id: uuid('id').$type<TeamId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  name: text('name').notNull(),
  slogan: text('slogan').notNull().default(''),
  /** The institution that its entry belongs to. */
  institutionId: uuid('institution_id').$type<InstitutionId>(),
  inviteCode: text('invite_code').notNull(),
  inviteExpiresAt: moment('invite_expires_at').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  disbandedAt: moment('disbanded_at'),
})

export const teamMember = pgTable('team_member', {
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  role: text('role').$type<TeamRole>().notNull(),
  position: integer('position').notNull(),
  joinedAt: moment('joined_at').notNull(),
})

export const invitation = pgTable('invitation', {
  id: uuid('id').$type<InvitationId>().primaryKey(),
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  contact: text('contact'),
  role: text('role').$type<InvitedRole>().notNull(),
  state: text('state').$type<InvitationState>().notNull(),
  invitedBy: uuid('invited_by').$type<AccountId>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  decidedAt: moment('decided_at'),
})

/** Who has acted on an activity as an organiser: they join no team of it. */
export const activityOrganiser = pgTable('activity_organiser', {
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  since: moment('since').notNull(),
})
