import type { AccountId, RevisionId } from '@lectern/contract/ids.ts'
import { integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

export const revision = pgTable('revision', {
  id: uuid('id').$type<RevisionId>().primaryKey(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  number: integer('number').notNull(),
  content: jsonb('content').$type<Record<string, unknown>>().notNull(),
  accountId: uuid('account_id').$type<AccountId>(),
  at: moment('at').notNull(),
})
