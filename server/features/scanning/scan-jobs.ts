import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { enqueueTask } from '../tasks/service.ts'
import { hasDue, hasScanTask } from './queries.ts'

/** After a task has failed with all its attempts, another one is only added after this time. */
const restMilliseconds = 10 * 60_000

/** A job: adds a task when files are due, and none scans. One at a time: clamd itself has few threads. */
export const enqueueScans = async (outer: Ctx): Promise<void> => {
  if (!outer.installation.scanner || !(await hasDue(outer.db, outer.now))) return
  await inTransaction(outer, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('scan files'))`)
    if (await hasScanTask(ctx.db, new Date(ctx.now.getTime() - restMilliseconds))) return
    await enqueueTask(ctx, { kind: 'scan', input: {}, subject: 'ClamAV', link: '/Admin/Task' })
  })
}
