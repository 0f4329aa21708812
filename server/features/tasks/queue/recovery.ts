import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockClasses } from './locks.ts'
import { tasksWithoutJob } from '../queries.ts'
import { addJob } from './queue.ts'
import { findTurn, tasksInLastTurn, turns } from './turns.ts'

const maxAtOnce = 1_000

/** A new pool of workers may take its first job before it holds its lock. */
const graceSeconds = 5

/** A lane that had used up its budget has its turn again once the window has passed. */
const restoreTurns = async (ctx: Ctx): Promise<void> => {
  for (const waiting of await tasksInLastTurn(ctx)) {
    const turn = await findTurn(ctx, waiting.id)
    if (turn && turn.turn < turns.last) await addJob(ctx, waiting)
  }
}

/**
 * Puts back what crashed processes were running, and adds jobs for tasks that the queue does not know, as after a
 * restore. One process at a time does this.
 */
export const recoverTasks = (outer: Ctx): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { db, now } = ctx
    const { rows } = await db.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockClasses.recovery}::int, 0) as free`,
    )
    if (!rows[0]!.free) return
    // The lock of a process that has ended is free.
    await db.execute(sql`
      select graphile_worker.force_unlock_workers(array_agg(locked_by))
      from (
        select distinct locked_by from graphile_worker.jobs
        where locked_by is not null and locked_at < clock_timestamp() - make_interval(secs => ${graceSeconds}::float8)
        offset 0
      ) as pool
      where pg_try_advisory_xact_lock(${lockClasses.process}::int, hashtext(locked_by))
      having count(*) > 0
    `)
    for (const { id, kind, retryAt } of await tasksWithoutJob(db, maxAtOnce))
      await addJob(ctx, { id, kind }, Math.max(0, (retryAt?.getTime() ?? 0) - now.getTime()))
    await restoreTurns(ctx)
  })
