import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind, TaskState } from '@lectern/contract/task-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, sql } from '../../platform/database/drizzle.ts'
import { task } from './tables.ts'

export const lockTask = async (db: Database, id: TaskId) => {
  const [found] = await db
    .select({ id: task.id, kind: task.kind, state: task.state, attempts: task.attempts, input: task.input })
    .from(task)
    .where(eq(task.id, id))
    .for('update')
  return found
}

/** One attempt at a task. A later attempt has another number or another start. */
export interface Attempt {
  id: TaskId
  kind: TaskKind
  input: Record<string, unknown>
  number: number
  startedAt: Date
}

export const startAttempt = async (db: Database, id: TaskId, now: Date): Promise<Attempt> => {
  const [started] = await db
    .update(task)
    .set({
      state: 'running',
      attempts: sql`${task.attempts} + 1`,
      startedAt: now,
      retryAt: null,
      done: null,
      total: null,
    })
    .where(eq(task.id, id))
    .returning({ id: task.id, kind: task.kind, input: task.input, number: task.attempts })
  return { ...started!, startedAt: now }
}

interface Change {
  state?: TaskState
  attempts?: number
  done?: number | null
  total?: number | null
  error?: string | null
  retryAt?: Date | null
  startedAt?: Date | null
  finishedAt?: Date | null
}

export const changeTask = async (db: Database, id: TaskId, change: Change): Promise<void> => {
  await db.update(task).set(change).where(eq(task.id, id))
}

/** Changes a task only while this attempt runs. Returns whether it still does. */
export const changeAttempt = async (
  db: Database,
  { id, number, startedAt }: Attempt,
  change: Change,
): Promise<boolean> => {
  const changed = await db
    .update(task)
    .set(change)
    .where(and(eq(task.id, id), eq(task.state, 'running'), eq(task.attempts, number), eq(task.startedAt, startedAt)))
    .returning({ id: task.id })
  return changed.length > 0
}

/** Tasks that should be run but that the queue does not know: a backup does not contain the queue. */
export const tasksWithoutJob = (db: Database, most: number) =>
  db
    .select({ id: task.id, kind: task.kind, retryAt: task.retryAt })
    .from(task)
    .where(
      and(
        sql`${task.state} in ('waiting', 'running')`,
        sql`not exists (select from graphile_worker.jobs where jobs.key = ${task.id}::text)`,
      ),
    )
    .limit(most)
