import type { TaskId } from '@lectern/contract/ids.ts'
import { maxTaskAttempts } from '@lectern/contract/tasks/task-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { withoutValues } from '../../../platform/database/connect.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { changeAttempt, changeTask, lockTask, startAttempt, type Attempt } from '../queries.ts'
import { addJob, queueNext } from './queue.ts'
import { addSeconds } from './turns.ts'

/** How far a run has come, as its runner reported last. */
export interface Progress {
  done: number | null
  total: number | null
}

const maxErrorLength = 2_000

/** Why an attempt failed, without the values of statements. */
const reasonOf = (error: unknown): string => {
  const failure = withoutValues(error)
  if (!(failure instanceof Error)) return String(failure).slice(0, maxErrorLength)
  // The cause comes first: a statement may be longer than what is kept.
  const cause = failure.cause instanceof Error ? `${failure.cause.message}: ` : ''
  return `${cause}${failure.message}`.slice(0, maxErrorLength)
}

const hasEnded = 'The process that ran it ended before it was done.'

/** Begins the next attempt. Undefined: there is nothing to do, because the task was cancelled or has failed for good. */
export const beginAttempt = (outer: Ctx, id: TaskId): Promise<Attempt | undefined> =>
  inTransaction(outer, async ({ db, now }) => {
    const row = await lockTask(db, id)
    if (!row || (row.state !== 'waiting' && row.state !== 'running')) return undefined
    // A task that is still marked as running was interrupted by a crash. It may have been the cause.
    if (row.state === 'running' && row.attempts >= maxTaskAttempts) {
      await changeTask(db, id, { state: 'failed', error: hasEnded, finishedAt: now })
      return undefined
    }
    return startAttempt(db, id, now)
  })

/** Returns false if the attempt has been cancelled or replaced. */
export const storeProgress = ({ db }: Ctx, attempt: Attempt, progress: Progress): Promise<boolean> =>
  changeAttempt(db, attempt, { ...progress })

export const completeAttempt = async ({ db, now }: Ctx, attempt: Attempt, { total }: Progress): Promise<void> => {
  await changeAttempt(db, attempt, { state: 'done', done: total, total, error: null, finishedAt: now })
}

/** The next attempt follows after a while; after the last one the task has failed. */
export const failAttempt = (
  outer: Ctx,
  attempt: Attempt,
  failure: { error: unknown; progress: Progress; retryMilliseconds: (attempts: number) => number },
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { db, now } = ctx
    const what = { error: reasonOf(failure.error), ...failure.progress }
    if (attempt.number >= maxTaskAttempts) {
      await changeAttempt(db, attempt, { ...what, state: 'failed', finishedAt: now })
      return
    }
    const delay = failure.retryMilliseconds(attempt.number)
    const retryAt = new Date(now.getTime() + delay)
    if (await changeAttempt(db, attempt, { ...what, state: 'waiting', retryAt })) await addJob(ctx, attempt, delay)
  })

/** Puts back a task that this process can no longer run; the attempt does not count. */
export const giveBackAttempt = (outer: Ctx, attempt: Attempt): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const change = { state: 'waiting', attempts: attempt.number - 1, startedAt: null, done: null, total: null } as const
    if (await changeAttempt(ctx.db, attempt, change)) await addJob(ctx, attempt)
  })

/** Counts what an attempt took, and queues the next task of its lane. */
export const endTurn = (outer: Ctx, { id, kind, lane }: Attempt, seconds: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    if (lane === null) return
    await addSeconds(ctx, id, seconds)
    await queueNext(ctx, { lane, kind })
  })

/** Tries again soon: another process is still ending its attempt. */
export const postponeAttempt = (outer: Ctx, id: TaskId, delayMilliseconds: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockTask(ctx.db, id)
    if (row && (row.state === 'waiting' || row.state === 'running')) await addJob(ctx, row, delayMilliseconds)
  })
