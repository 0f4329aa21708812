import type { FileId, TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind, TaskState } from '@lectern/contract/tasks/task-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, count, desc, eq, inArray, isNull, lte, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { file } from '../files/tables.ts'
import { task } from './tables.ts'
import { whereFirstOfLane } from './queue/turns.ts'

export interface TaskFilter {
  state?: TaskState | undefined
  kind?: TaskKind | undefined
}

const shownTasks = (db: Database, where: SQL | undefined) =>
  db
    .select({
      id: task.id,
      kind: task.kind,
      state: task.state,
      subject: task.subject,
      link: task.link,
      done: task.done,
      total: task.total,
      attempts: task.attempts,
      error: task.error,
      retryAt: task.retryAt,
      createdAt: task.createdAt,
      startedAt: task.startedAt,
      finishedAt: task.finishedAt,
      fileUntil: task.fileUntil,
      username: account.username,
      realName: account.realName,
      file: { id: file.id, name: file.name, size: file.size },
    })
    .from(task)
    .leftJoin(account, and(eq(account.id, task.startedBy), eq(account.status, 'active')))
    .leftJoin(file, and(eq(file.id, task.fileId), eq(file.state, 'stored')))
    .where(where)

export type ShownTask = Awaited<ReturnType<typeof shownTasks>>[number]

/** The newest first. */
export const taskPage = (
  db: Database,
  { state, kind }: TaskFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ShownTask[]> =>
  shownTasks(db, and(state && eq(task.state, state), kind && eq(task.kind, kind)))
    .orderBy(desc(task.createdAt), desc(task.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const findTask = async (db: Database, id: TaskId): Promise<ShownTask | undefined> => {
  const [row] = await shownTasks(db, eq(task.id, id))
  return row
}

/** How many tasks there are in each state. */
export const countTasks = (db: Database, kind: TaskKind | undefined) =>
  db
    .select({ state: task.state, total: count() })
    .from(task)
    .where(kind && eq(task.kind, kind))
    .groupBy(task.state)

/** Tasks that nobody has taken since this moment, although nothing keeps them from running. */
export const countUntaken = async (db: Database, since: Date): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(task)
    .where(
      and(
        eq(task.state, 'waiting'),
        lte(task.createdAt, since),
        or(isNull(task.retryAt), lte(task.retryAt, since)),
        sql`not exists (select from ${task} as other where other.kind = ${task.kind} and other.state = 'running')`,
      ),
    )
  return row!.total
}

export const measuredStates = ['waiting', 'running', 'failed'] as const satisfies TaskState[]

/** Tasks that are not over, by kind and state; `oldestSeconds`: of those that could run now. */
export const measureTasks = (db: Database, now: Date) =>
  db
    .select({
      kind: task.kind,
      state: task.state,
      total: count(),
      oldestSeconds: sql<number | null>`
        extract(epoch from ${now}::timestamptz - min(coalesce(${task.retryAt}, ${task.createdAt}))
          filter (where ${task.state} = 'waiting' and coalesce(${task.retryAt}, ${task.createdAt}) <= ${now}))::float8`,
    })
    .from(task)
    .where(inArray(task.state, [...measuredStates]))
    .groupBy(task.kind, task.state)

/** Tasks no longer name files that have expired or are gone. Returns those that have expired. */
export const forgetFiles = async (db: Database, now: Date): Promise<FileId[]> => {
  const spent = await db
    .select({ id: task.id, fileId: task.fileId })
    .from(task)
    .innerJoin(file, eq(file.id, task.fileId))
    .where(or(lte(task.fileUntil, now), eq(file.state, 'removed')))
  if (spent.length === 0) return []
  await db
    .update(task)
    .set({ fileId: null, fileUntil: null })
    .where(
      inArray(
        task.id,
        spent.map(({ id }) => id),
      ),
    )
  return spent.map(({ fileId }) => fileId!)
}

export const lockTask = async (db: Database, id: TaskId) => {
  const [row] = await db
    .select({ id: task.id, kind: task.kind, state: task.state, attempts: task.attempts, lane: task.lane })
    .from(task)
    .where(eq(task.id, id))
    .for('update')
  return row
}

/** The task of this kind that has not begun yet and was given this, locked: it cannot begin before the transaction ends. */
export const lockUnbegun = async (db: Database, kind: TaskKind, given: Record<string, unknown>) => {
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        eq(task.kind, kind),
        eq(task.state, 'waiting'),
        eq(task.attempts, 0),
        sql`${task.input} @> ${JSON.stringify(given)}::jsonb`,
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** One attempt at a task. A later attempt has another number or another start. */
export interface Attempt {
  id: TaskId
  kind: TaskKind
  input: Record<string, unknown>
  requestId: string | null
  lane: string | null
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
    .returning({
      id: task.id,
      kind: task.kind,
      input: task.input,
      requestId: task.requestId,
      lane: task.lane,
      number: task.attempts,
    })
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
  requestId?: string
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
        whereFirstOfLane(sql`${task.id}`),
      ),
    )
    .limit(most)
