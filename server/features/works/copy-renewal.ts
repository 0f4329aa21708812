import type { ActivityId, FileId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, asc, eq, lt, sql } from '../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { activity } from '../competition/tables.ts'
import { enqueueTask } from '../tasks/service.ts'
import { task } from '../tasks/tables.ts'
import { blindCopyVersion } from './copy-version.ts'
import { inspectFile } from './inspection.ts'
import { work, workFile } from './tables.ts'

const whereOutdated = and(sql`${workFile.blind} ->> 'kind' <> 'plain'`, lt(workFile.blindVersion, blindCopyVersion))

/** A task that has failed or was cancelled is left to organisers. */
const whereNotAsked = sql`not exists (
  select from ${task} where ${task.kind} = 'renewCopies' and ${task.state} <> 'done'
    and ${task.input} ->> 'activity' = ${activity.id}::text and ${task.input} ->> 'version' = ${String(blindCopyVersion)}
)`

/** A job: has the copies of an earlier version made again, in one task for each activity. */
export const enqueueCopyRenewals = (outer: Ctx): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { rows: locks } = await ctx.db.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('lectern copy renewals', 0)) as "isFree"`,
    )
    if (!locks[0]!.isFree) return
    const activities = await ctx.db
      .selectDistinct({ id: activity.id, name: activity.name })
      .from(workFile)
      .innerJoin(work, eq(work.id, workFile.workId))
      .innerJoin(activity, eq(activity.id, work.activityId))
      .where(and(whereOutdated, whereNotAsked))
      .orderBy(asc(activity.id))
    for (const { id, name } of activities)
      await enqueueTask(ctx, {
        kind: 'renewCopies',
        input: { activity: id, version: blindCopyVersion },
        subject: localize(name, defaultLocale).text,
        link: `/Admin/Work?activity=${id}`,
      })
  })

const outdatedFiles = ({ db }: Ctx, activityId: ActivityId): Promise<{ id: FileId }[]> =>
  db
    .select({ id: workFile.id })
    .from(workFile)
    .innerJoin(work, eq(work.id, workFile.workId))
    .where(and(eq(work.activityId, activityId), whereOutdated))
    .orderBy(asc(workFile.id))

/** The task `renewCopies`. A file that cannot be read does not keep the others waiting. */
export const runCopyRenewal: TaskRunner = async (ctx, { input, signal, progress }) => {
  const files = await outdatedFiles(ctx, input['activity'] as ActivityId)
  let failure: Error | undefined
  for (const [done, { id }] of files.entries()) {
    signal.throwIfAborted()
    try {
      await inspectFile(ctx, id, { signal })
    } catch (error) {
      signal.throwIfAborted()
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
    await progress(done + 1, files.length)
  }
  if (failure) throw failure
}
