import type { AccountId, ActivityId, EnrolmentId, LoanId, TeamId } from '@lectern/contract/ids.ts'
import type { LoanEventKind, LoanItem, LoanState } from '@lectern/contract/loans/loan-values.ts'
import { bigint, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const loan = pgTable('loan', {
  id: uuid('id').$type<LoanId>().primaryKey(),
  enrolmentId: uuid('enrolment_id').$type<EnrolmentId>().notNull(),
  teamId: uuid('team_id').$type<TeamId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  item: text('item').$type<LoanItem>().notNull(),
  purpose: text('purpose').notNull(),
  state: text('state').$type<LoanState>().notNull(),
  version: integer('version').notNull().default(1),
  requestedBy: uuid('requested_by').$type<AccountId>(),
  submittedAt: moment('submitted_at').notNull(),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at'),
  reason: text('reason'),
})

/** The history of a loan; the team is notified of a decision at `notifyAt` if it still stands. */
export const loanEvent = pgTable('loan_event', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  loanId: uuid('loan_id').$type<LoanId>().notNull(),
  at: moment('at').notNull(),
  kind: text('kind').$type<LoanEventKind>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  fromState: text('from_state').$type<LoanState>().notNull(),
  toState: text('to_state').$type<LoanState>().notNull(),
  reason: text('reason'),
  notifyAt: moment('notify_at'),
  notifiedAt: moment('notified_at'),
})
