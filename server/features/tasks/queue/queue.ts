import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { findNext, findTurn, lockLane, turnName } from './turns.ts'

/** What the dispatcher hands to a runner; everything else is in the table `task`. */
export interface JobPayload {
  task: TaskId
}

interface QueueRules {
  /** Tasks of one queue run one at a time, in all processes together. */
  queue?: string
  /** Smaller numbers are taken first. */
  priority?: number
}

/** Of kinds that are not simply taken in their turn; tasks of a lane take theirs in it. */
const queueRules: Partial<Record<TaskKind, QueueRules>> = {
  // Takes minutes: it must leave the other places to short tasks.
  recheck: { queue: 'recheck', priority: 5 },
  renewCopies: { queue: 'recheck', priority: 5 },
  bundle: { queue: 'bundle', priority: 10 },
  // Each needs a processor of its own for seconds.
  plan: { queue: 'plan' },
  settle: { queue: 'settle' },
  issueCertificates: { queue: 'certificates', priority: 5 },
  bundleCertificates: { queue: 'bundle', priority: 10 },
  // Nobody waits for them: the PDFs are there.
  pictureCertificates: { queue: 'pictureCertificates', priority: 20 },
  rank: { queue: 'rank' },
  // One at a time: the scanner itself reads few files at once.
  scan: { queue: 'scan' },
  // One run serves all webhooks at once.
  deliverEvents: { queue: 'deliverEvents' },
}

/**
 * `task` counts the attempts, and a job that was interrupted by a crash must come back however often that happens. The
 * largest number that the queue stores.
 */
const maxAttempts = 32_767

/**
 * Adds the job of a task to the queue, in the caller's transaction, or replaces it; not while others of its lane come first. A job that is
 * being run is left to its runner, and a second one follows.
 */
export const addJob = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, kind }: { id: TaskId; kind: TaskKind },
  delayMilliseconds = 0,
): Promise<void> => {
  const turn = await findTurn(ctx, id)
  if (turn && !turn.isFirst) return
  const { queue, priority }: QueueRules = turn ? { priority: turn.turn } : (queueRules[kind] ?? {})
  await ctx.db.execute(sql`
    select from graphile_worker.add_job(
      ${turn ? turnName(kind) : kind}, json_build_object('task', ${id}::text), job_key => ${id}::text, max_attempts => ${maxAttempts}::int,
      queue_name => ${queue ?? null}::text, priority => ${priority ?? 0}::int,
      run_at => now() + make_interval(secs => ${delayMilliseconds / 1_000}::float8)
    )
  `)
}

/** Removes the job of a task; one that is being run does not come back. */
export const removeJob = async (db: Database, id: TaskId): Promise<void> => {
  await db.execute(sql`select from graphile_worker.remove_job(${id}::text)`)
}

/** Queues the task that comes next in a lane. */
export const queueNext = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  lane: { lane: string; kind: TaskKind },
): Promise<void> => {
  await lockLane(ctx, lane.lane)
  const next = await findNext(ctx, lane)
  if (next) await addJob(ctx, next)
}
