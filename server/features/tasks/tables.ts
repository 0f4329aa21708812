import type { AccountId, FileId, TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind, TaskState } from '@lectern/contract/tasks/task-values.ts'
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/** Background tasks as organisers see them; a queue in a schema of its own runs them. */
export const task = pgTable('task', {
  id: uuid('id').$type<TaskId>().primaryKey(),
  kind: text('kind').$type<TaskKind>().notNull(),
  state: text('state').$type<TaskState>().notNull(),
  input: jsonb('input').$type<Record<string, unknown>>().notNull(),
  subject: text('subject').notNull(),
  link: text('link'),
  done: integer('done'),
  total: integer('total'),
  attempts: integer('attempts').notNull().default(0),
  error: text('error'),
  retryAt: moment('retry_at'),
  startedBy: uuid('started_by').$type<AccountId>(),
  createdAt: moment('created_at').notNull(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  fileId: uuid('file_id').$type<FileId>(),
  fileUntil: moment('file_until'),
  /** Whose turn it takes, such as a team; null: that of nobody in particular. */
  lane: uuid('lane'),
  /** How long its runs took together; counted for tasks with a lane. */
  seconds: doublePrecision('seconds').notNull().default(0),
  /** Of the request that it was started by; null: an earlier version has added it. */
  requestId: text('request_id'),
})
