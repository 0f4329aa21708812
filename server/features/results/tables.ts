import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ResultDecisionKind, ListState } from '@lectern/contract/results/result-values.ts'
import type { ListChange } from './ranking/difference.ts'
import type { ComputedList } from './ranking/compute-list.ts'
import type { AccountId, ActivityId, ResultDecisionId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import { boolean, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment, tsvector } from '../../platform/tables.ts'

export const prizeRules = pgTable('prize_rules', {
  activityId: uuid('activity_id').$type<ActivityId>().primaryKey(),
  version: integer('version').notNull().default(1),
  rules: jsonb('rules').$type<PrizeRules>().notNull(),
  /** Canonical JSON, written down when the first list is proposed. */
  frozen: text('frozen'),
  frozenHash: bytes('frozen_hash'),
  frozenAt: moment('frozen_at'),
  updatedAt: moment('updated_at').notNull(),
})

/** Places and prizes of each group, and ties that somebody must decide. */
export type ListTotals = Pick<ComputedList, 'groups' | 'openTies'> & {
  /** Prizes after adjustments, with the lowest score of each. */
  prizes: { group: string | null; prize: string; awarded: number; lowest: number | null }[]
  /** Of awarded works. */
  provinces: string[]
}

export const resultList = pgTable('result_list', {
  id: uuid('id').$type<ResultListId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  /** Counts every list of the activity. */
  number: integer('number').notNull(),
  /** Counts those that visitors have seen. */
  publicVersion: integer('public_version'),
  state: text('state').$type<ListState>().notNull(),
  version: integer('version').notNull().default(1),
  reason: text('reason'),
  rules: jsonb('rules').$type<PrizeRules>().notNull(),
  rulesHash: bytes('rules_hash').notNull(),
  input: text('input').notNull(),
  inputHash: bytes('input_hash').notNull(),
  rows: text('rows').notNull(),
  rowsHash: bytes('rows_hash').notNull(),
  /** The first line of its text, and its fingerprint. Null: made by an older version. */
  header: text('header'),
  fingerprint: bytes('fingerprint'),
  totals: jsonb('totals').$type<ListTotals>().notNull(),
  computedBy: uuid('computed_by').$type<AccountId>(),
  computedAt: moment('computed_at').notNull(),
  proposedBy: uuid('proposed_by').$type<AccountId>(),
  proposedAt: moment('proposed_at'),
  confirmedBy: uuid('confirmed_by').$type<AccountId>(),
  confirmedAt: moment('confirmed_at'),
  /** The only organiser confirmed their own proposal, with this reason. */
  confirmedAlone: text('confirmed_alone'),
  publicisedBy: uuid('publicised_by').$type<AccountId>(),
  publicisedAt: moment('publicised_at'),
  publicityUntil: moment('publicity_until'),
  finalisedBy: uuid('finalised_by').$type<AccountId>(),
  finalisedAt: moment('finalised_at'),
  announcedBy: uuid('announced_by').$type<AccountId>(),
  /** In the future: scheduled. */
  announcedAt: moment('announced_at'),
  supersededAt: moment('superseded_at'),
  /** The list that was publicised before. */
  previousId: uuid('previous_id').$type<ResultListId>(),
  difference: jsonb('difference').$type<ListChange[]>(),
})

/** A person as a list names them. Without account: erased. */
export interface ListedPerson {
  account: AccountId | null
  name: string
  role: TeamRole
}

export const resultRow = pgTable('result_row', {
  listId: uuid('list_id').$type<ResultListId>().notNull(),
  workId: uuid('work_id').$type<WorkId>().notNull(),
  /** The submission that was judged. */
  submission: integer('submission').notNull(),
  /** By group and rank. */
  position: integer('position').notNull(),
  /** Among the awarded works, by group and prize. */
  awardPosition: integer('award_position'),
  number: text('number').notNull(),
  group: text('group_key'),
  rank: integer('rank'),
  score: integer('score'),
  prize: text('prize'),
  isExcluded: boolean('is_excluded').notNull(),
  isCapped: boolean('is_capped').notNull(),
  isAdjusted: boolean('is_adjusted').notNull(),
  adjustmentReason: text('adjustment_reason'),
  title: text('title').notNull(),
  team: text('team').notNull(),
  people: jsonb('people').$type<ListedPerson[]>().notNull(),
  school: text('school'),
  province: text('province'),
  /** The team allows to publish the work. */
  isLicensed: boolean('is_licensed').notNull().default(false),
  /** The parts of the submission that have content. */
  parts: text('parts').array().notNull().default([]),
  /** Of a random salt and of what is shown. Without salt: somebody was erased. */
  digest: bytes('digest'),
  salt: bytes('salt'),
  search: tsvector('search').notNull().generatedAlwaysAs(`written by the database`),
})

/** Works in order, and the rounds whose total they were tied in; older decisions do not name them. */
export interface TieData {
  works: WorkId[]
  rounds?: { code: string; perMille: number }[]
}

/** What a decision says: an order of tied works, another prize, a work that is left out, or data that was wrong. */
export type DecisionData =
  | TieData
  | { work: WorkId; prize: string | null }
  | { work: WorkId }
  | { work: WorkId; title?: string; school?: string; names?: { account: AccountId; name: string }[] }

export const resultDecision = pgTable('result_decision', {
  id: uuid('id').$type<ResultDecisionId>().primaryKey(),
  activityId: uuid('activity_id').$type<ActivityId>().notNull(),
  kind: text('kind').$type<ResultDecisionKind>().notNull(),
  data: jsonb('data').$type<DecisionData>().notNull(),
  reason: text('reason').notNull(),
  decidedBy: uuid('decided_by').$type<AccountId>(),
  decidedAt: moment('decided_at').notNull(),
  /** The case whose ruling it follows from. */
  caseId: uuid('case_id').$type<string>(),
  undoneBy: uuid('undone_by').$type<AccountId>(),
  undoneAt: moment('undone_at'),
})

/** Whom a step is still to be told to: everybody in the teams of the list, in its order, from a time on. */
export const resultNotice = pgTable('result_notice', {
  listId: uuid('list_id').$type<ResultListId>().notNull(),
  kind: text('kind').$type<'publicity' | 'final' | 'announced'>().notNull(),
  dueAt: moment('due_at').notNull(),
  /** The position of the last work whose team was told. */
  told: integer('told').notNull().default(0),
  doneAt: moment('done_at'),
})
