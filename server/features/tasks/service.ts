import type { AccountId, FileId, TaskId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { taskStates, type TaskKind, type TaskState } from '@lectern/contract/tasks/task-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { readFile } from '../files/service.ts'
import { beginAttempt, completeAttempt } from './queue/attempts.ts'
import { mayCancel, mayRetry } from './policy.ts'
import {
  changeTask,
  countTasks,
  countUntaken,
  findTask,
  lockTask,
  lockUnbegun,
  taskPage,
  type ShownTask,
  type TaskFilter,
} from './queries.ts'
import { addJob, queueNext, removeJob } from './queue/queue.ts'
import { task } from './tables.ts'
import { lockLane } from './queue/turns.ts'

export { taskActivities } from './ports.ts'

interface NewTask {
  kind: TaskKind
  /** What its runner needs. */
  input: Record<string, unknown>
  /** What it is about, as people know it: the name of a file, of an activity. */
  subject: string
  /** Where its subject is shown: a path of this site. */
  link?: string | undefined
  /** The organiser who started it; absent: the program. */
  startedBy?: AccountId | undefined
  /** Begins only then: the caller tries itself first. */
  delayMilliseconds?: number
  /** Whose turn it takes: tasks of one lane run one at a time, and in turn with those of others. */
  lane?: string | undefined
}

/** Adds a background task in the transaction of its cause: it runs if and only if that is committed. */
export const enqueueTask = (
  outer: Ctx,
  { link, startedBy, delayMilliseconds = 0, lane, ...given }: NewTask,
): Promise<TaskId> =>
  inTransaction(outer, async (ctx) => {
    const { db, now } = ctx
    const id = newId<TaskId>(now)
    if (lane !== undefined) await lockLane(ctx, lane)
    await db.insert(task).values({
      ...given,
      id,
      state: 'waiting',
      link: link ?? null,
      startedBy: startedBy ?? null,
      retryAt: delayMilliseconds > 0 ? new Date(now.getTime() + delayMilliseconds) : null,
      lane: lane ?? null,
      createdAt: now,
      requestId: ctx.requestId,
    })
    await addJob(ctx, { id, kind: given.kind }, delayMilliseconds)
    return id
  })

/**
 * The same, unless such a task, given `same`, has not begun yet: that one is taken instead, with the newer input. Two callers at once
 * must hold a lock of their own.
 */
export const enqueueTaskOnce = (outer: Ctx, same: Record<string, unknown>, given: NewTask): Promise<TaskId> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockUnbegun(ctx.db, given.kind, same)
    if (!row) return enqueueTask(ctx, given)
    await ctx.db
      .update(task)
      .set({ input: sql`${task.input} || ${JSON.stringify(given.input)}::jsonb`, requestId: ctx.requestId })
      .where(eq(task.id, row.id))
    return row.id
  })

/** Runs a task in the caller's transaction and takes it from the queue. For the demo, whose tasks were done long ago. */
export const runTaskAtOnce = async (ctx: Ctx, id: TaskId, runner: TaskRunner): Promise<void> => {
  const attempt = await beginAttempt(ctx, id)
  if (!attempt) throw new Error(`the task ${id} does not wait`)
  const { input } = attempt
  await runner(ctx, { id, input, signal: AbortSignal.any([]), progress: () => Promise.resolve() })
  await completeAttempt(ctx, attempt, { done: null, total: null })
  await removeJob(ctx.db, id)
}

/** How long a file that a task made can be downloaded. */
export const taskFileDays = 7

/** Names the file that a task made: organisers download it until it expires. */
export const setTaskFile = async ({ db, now }: Ctx, id: TaskId, fileId: FileId): Promise<void> => {
  const until = new Date(now.getTime() + taskFileDays * 86_400_000)
  await db.update(task).set({ fileId, fileUntil: until }).where(eq(task.id, id))
}

type Slice = TaskFilter & Pick<Page<unknown>, 'page' | 'pageSize'>

/** The newest first, with the number of tasks in each state. */
export const listTasks = async ({ db }: Ctx, { page, pageSize, ...filter }: Slice) => {
  const [list, counted] = await Promise.all([taskPage(db, filter, { page, pageSize }), countTasks(db, filter.kind)])
  const totals = new Map(counted.map(({ state, total }) => [state, total]))
  const counts = Object.fromEntries(taskStates.map((state) => [state, totals.get(state) ?? 0])) as Record<
    TaskState,
    number
  >
  const total = taskStates
    .filter((state) => filter.state === undefined || filter.state === state)
    .reduce((sum, state) => sum + counts[state], 0)
  return { list, total, page, pageSize, counts }
}

export const requireTask = async ({ db }: Ctx, id: TaskId): Promise<ShownTask> => {
  const row = await findTask(db, id)
  if (!row) throw fail('task.notFound')
  return row
}

const requireLocked = async ({ db }: Ctx, id: TaskId) => {
  const row = await lockTask(db, id)
  if (!row) throw fail('task.notFound')
  return row
}

/** Cancels a task. Its process hears of it and ends the run; whatever that still reports is ignored. */
export const cancelTask = (outer: Ctx, id: TaskId): Promise<ShownTask> =>
  inTransaction(outer, async (ctx) => {
    const { state, kind, lane } = await requireLocked(ctx, id)
    permit(mayCancel(state))
    await changeTask(ctx.db, id, { state: 'cancelled', retryAt: null, finishedAt: ctx.now })
    await removeJob(ctx.db, id)
    if (lane !== null && state === 'waiting') await queueNext(ctx, { lane, kind })
    await ctx.db.execute(sql`select pg_notify('task_cancelled', ${id}::text)`)
    await audit(ctx, 'task.cancelled', {
      subject: { kind: 'task', id },
      before: { state },
      after: { state: 'cancelled' },
    })
    return requireTask(ctx, id)
  })

/** Starts a task again from the beginning, with all its attempts. */
export const retryTask = (outer: Ctx, id: TaskId): Promise<ShownTask> =>
  inTransaction(outer, async (ctx) => {
    const { state, kind } = await requireLocked(ctx, id)
    permit(mayRetry(state))
    const fresh = {
      attempts: 0,
      error: null,
      retryAt: null,
      startedAt: null,
      finishedAt: null,
      done: null,
      total: null,
      requestId: ctx.requestId,
    }
    await changeTask(ctx.db, id, { state: 'waiting', ...fresh })
    await addJob(ctx, { id, kind })
    await audit(ctx, 'task.retried', { subject: { kind: 'task', id }, before: { state }, after: { state: 'waiting' } })
    return requireTask(ctx, id)
  })

/** The file that a task made, until it expires. */
export const readTaskFile = async (ctx: Ctx, id: TaskId): Promise<FileAnswer> => {
  const { file, fileUntil } = await requireTask(ctx, id)
  if (!file || !fileUntil || fileUntil <= ctx.now) throw fail('file.notFound')
  return readFile(ctx, file.id, {})
}

const patienceMilliseconds = 600_000

/** Tasks that have waited for ten minutes although none of their kind runs: perhaps no process runs tasks. */
export const countOverdueTasks = (db: Database, now: Date): Promise<number> =>
  countUntaken(db, new Date(now.getTime() - patienceMilliseconds))
