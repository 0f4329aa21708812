import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/work-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { asc, eq, sql } from '../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { ChangedWorkRules } from '../competition/service.ts'
import { enqueueTask } from '../tasks/service.ts'
import { inspectFile } from './inspection.ts'
import { factsOfWork, findMarked, type MarkedWork } from './inspection-queries.ts'
import { rescanTyped } from './leaks.ts'
import { isBlindPart } from './part-rules.ts'
import { lockWorkRow } from './queries.ts'
import { work, workRescan } from './tables.ts'

const worksOf = (ctx: Ctx, activityId: ActivityId): Promise<{ id: WorkId }[]> =>
  ctx.db.select({ id: work.id }).from(work).where(eq(work.activityId, activityId)).orderBy(asc(work.id))

const blindPartsOf = (rules: WorkRules): string =>
  rules.parts
    .flatMap(({ id }) => (isBlindPart(rules, id) ? [id] : []))
    .toSorted()
    .join()

/** Findings are shown by the current rules at once; what lists show is computed again by a task. */
export const recheckWorks = async (ctx: Ctx, { activity, before, after }: ChangedWorkRules): Promise<void> => {
  const { id, name } = activity
  const [some] = await worksOf(ctx, id)
  if (!some) return
  await enqueueTask(ctx, {
    kind: 'recheck',
    input: { activity: id, search: blindPartsOf(before) !== blindPartsOf(after) },
    subject: localize(name, defaultLocale).text,
    link: `/Admin/Work?activity=${id}`,
  })
}

const maxAtOnce = 50

/** A job: has works searched again whose team is known by other names than before. */
export const enqueueRescans = async (outer: Ctx): Promise<void> => {
  for (let count = maxAtOnce; count === maxAtOnce;)
    count = await inTransaction(outer, async (ctx) => {
      const { rows } = await ctx.db.execute<{ id: WorkId; subject: string | null }>(sql`
        with taken as (
          delete from ${workRescan} where ${workRescan.workId} in (
            select ${workRescan.workId} from ${workRescan} order by 1 limit ${maxAtOnce} for update skip locked
          )
          returning work_id
        )
        select taken.work_id as id, coalesce(nullif(work.title, ''), enrolment.number) as subject
        from taken
        left join work on work.id = taken.work_id
        left join enrolment on enrolment.id = work.enrolment_id
      `)
      // The work may be gone with its team.
      for (const { id, subject } of rows)
        if (subject !== null)
          await enqueueTask(ctx, {
            kind: 'recheck',
            input: { work: id, search: true },
            subject,
            link: `/Admin/Work/${id}`,
          })
      return rows.length
    })
}

/** Files are read again, which takes long, only to search them for what reveals the team. */
const searchFiles = async (ctx: Ctx, found: MarkedWork, signal: AbortSignal): Promise<void> => {
  for (const { id, part, facts, blind } of await factsOfWork(ctx.db, found)) {
    signal.throwIfAborted()
    const isConcerned = isBlindPart(found.rules, part) || (blind !== null && blind.kind !== 'plain')
    // A file that is not checked yet is about to be.
    if (facts !== null && isConcerned) await inspectFile(ctx, id, { signal })
  }
}

/** The task `recheck`: of all works of an activity whose rules have changed, or of one whose team has. */
export const runRecheck: TaskRunner = async (ctx, { input, signal, progress }) => {
  const { activity, work: one, search } = input as { activity: ActivityId; work?: WorkId; search: boolean }
  const works = one ? [{ id: one }] : await worksOf(ctx, activity)
  for (const [done, { id }] of works.entries()) {
    signal.throwIfAborted()
    await inTransaction(ctx, async (inner) => {
      await lockWorkRow(inner.db, id)
      await rescanTyped(inner, id)
    })
    const found = search ? await findMarked(ctx.db, id) : undefined
    if (found) await searchFiles(ctx, found, signal)
    await progress(done + 1, works.length)
  }
}
