import type { ActivityId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, asc, desc, eq, lt, sql } from '../../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { blindCopyVersion } from './copy-version.ts'
import { inspectFile } from '../checks/inspection.ts'
import { subjectOf } from '../checks/inspection-queries.ts'
import { work, workFile } from '../tables.ts'

const whereOutdated = and(sql`${workFile.blind} ->> 'kind' <> 'plain'`, lt(workFile.blindVersion, blindCopyVersion))

/** A task that has failed or was cancelled is left to organisers. Earlier programs had one for a whole activity. */
const whereNotAsked = sql.join(
  [sql`'work' = ${work.id}::text`, sql`'activity' = ${work.activityId}::text`].map(
    (isAbout) => sql`not exists (
      select from ${task} where ${task.kind} = 'renewCopies' and ${task.state} <> 'done'
        and ${task.input} ->> ${isAbout} and ${task.input} ->> 'version' = ${String(blindCopyVersion)}
    )`,
  ),
  sql` and `,
)

const maxAtOnce = 100

/** Returns how many works were found. */
const enqueueSome = (outer: Ctx): Promise<number> =>
  inTransaction(outer, async (ctx) => {
    const { rows: locks } = await ctx.db.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('lectern copy renewals', 0)) as "isFree"`,
    )
    if (!locks[0]!.isFree) return 0
    const works = await ctx.db
      .selectDistinct({ id: work.id, teamId: work.teamId, subject: subjectOf })
      .from(workFile)
      .innerJoin(work, eq(work.id, workFile.workId))
      .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
      .where(and(whereOutdated, whereNotAsked))
      // The newest first: experts are judging those, and wait for the copies.
      .orderBy(desc(work.id))
      .limit(maxAtOnce)
    for (const { id, teamId, subject } of works)
      await enqueueTask(ctx, {
        kind: 'renewCopies',
        input: { work: id, version: blindCopyVersion },
        subject,
        link: `/Admin/Work/${id}`,
        lane: teamId,
      })
    return works.length
  })

/** A job: has the copies of an earlier version made again, in one task for each work and in the turn of its team. */
export const enqueueCopyRenewals = async (ctx: Ctx): Promise<void> => {
  while ((await enqueueSome(ctx)) === maxAtOnce);
}

interface RenewedWorks {
  work?: WorkId
  activity?: ActivityId
}

const outdatedFiles = ({ db }: Ctx, { work: id, activity }: RenewedWorks): Promise<{ id: FileId }[]> =>
  db
    .select({ id: workFile.id })
    .from(workFile)
    .innerJoin(work, eq(work.id, workFile.workId))
    .where(and(id ? eq(work.id, id) : eq(work.activityId, activity!), whereOutdated))
    .orderBy(asc(workFile.id))

/** The task `renewCopies`. A file that cannot be read does not keep the others waiting. */
export const runCopyRenewal: TaskRunner = async (ctx, { input, signal, progress }) => {
  const files = await outdatedFiles(ctx, input)
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
