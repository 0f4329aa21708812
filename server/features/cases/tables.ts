import type {
  CaseEffect,
  CaseEventKind,
  CaseKind,
  CaseSide,
  CaseState,
  CaseThread,
} from '@lectern/contract/cases/case-values.ts'
import type { AccountId, ActivityId, ArbiterId, CaseId, FileId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { bigint, boolean, integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/** Organisers who decide on objections and appeals. */
export const arbiter = pgTable('arbiter', {
  id: uuid('id').$type<ArbiterId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  appointedBy: uuid('appointed_by').$type<AccountId>(),
  appointedAt: moment('appointed_at').notNull(),
  endedBy: uuid('ended_by').$type<AccountId>(),
  endedAt: moment('ended_at'),
})

/** An objection to a result list, or an appeal against the decision on one. */
export const contestCase = pgTable('contest_case', {
  id: uuid('id').$type<CaseId>().primaryKey(),
  number: text('number').notNull(),
  kind: text('kind').$type<CaseKind>().notNull(),
  listId: uuid('list_id').$type<ResultListId>().notNull(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  /** Null: the list as a whole. */
  workId: uuid('work_id').$type<WorkId>(),
  appealOf: uuid('appeal_of').$type<CaseId>(),
  /** Of who objected or appealed. */
  side: text('side').$type<CaseSide>().notNull(),
  state: text('state').$type<CaseState>().notNull(),
  version: integer('version').notNull().default(1),
  /** Null: erased after the retention time. */
  text: text('text'),
  receivedAt: moment('received_at').notNull(),
  /** The next deadline of the arbiters. */
  dueAt: moment('due_at'),
  admittedBy: uuid('admitted_by').$type<AccountId>(),
  refusedBecause: text('refused_because'),
  /** What the team of the work is asked about; never the words of the objector. */
  substance: text('substance'),
  statementBy: moment('statement_by'),
  statement: text('statement'),
  statementAt: moment('statement_at'),
  ruling: text('ruling'),
  effect: text('effect').$type<CaseEffect>(),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  closedAt: moment('closed_at'),
  appealUntil: moment('appeal_until'),
  eraseAt: moment('erase_at'),
})

/** Who objected or appealed. Apart from the case, so that it can be erased. */
export const caseParty = pgTable('case_party', {
  caseId: uuid('case_id').$type<CaseId>().primaryKey(),
  accountId: uuid('account_id').$type<AccountId>().notNull(),
  realName: text('real_name').notNull(),
  unit: text('unit').notNull(),
  phone: text('phone'),
  email: text('email'),
})

/** The history of a case. Every look is an event. */
export const caseEvent = pgTable('case_event', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  caseId: uuid('case_id').$type<CaseId>().notNull(),
  kind: text('kind').$type<CaseEventKind>().notNull(),
  at: moment('at').notNull(),
  /** Null for what a party did, and for the program. */
  arbiterId: uuid('arbiter_id').$type<AccountId>(),
  isOfParty: boolean('is_of_party').notNull(),
  fileId: uuid('file_id').$type<FileId>(),
})

export const caseMessage = pgTable('case_message', {
  id: uuid('id').$type<string>().primaryKey(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  caseId: uuid('case_id').$type<CaseId>().notNull(),
  thread: text('thread').$type<CaseThread>().notNull(),
  /** Null: a party wrote it. */
  arbiterId: uuid('arbiter_id').$type<AccountId>(),
  text: text('text').notNull(),
  at: moment('at').notNull(),
})

/** Files of a case: with the objection or appeal, the statement, or a message. */
export const caseEvidence = pgTable('case_evidence', {
  fileId: uuid('file_id').$type<FileId>().primaryKey(),
  caseId: uuid('case_id').$type<CaseId>().notNull(),
  position: integer('position').notNull(),
  side: text('side').$type<CaseSide>().notNull(),
  part: text('part').$type<'text' | 'statement' | 'message'>().notNull(),
  messageId: uuid('message_id').$type<string>(),
})
