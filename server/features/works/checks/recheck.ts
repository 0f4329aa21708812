import type { ActivityId, FileId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import type { Ctx } from '../../../platform/context.ts'
import { asc, eq, sql } from '../../../platform/database/drizzle.ts'
import type { TaskRun, TaskRunner } from '../../../platform/feature.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { ChangedWorkRules } from '../../competition/service.ts'
import { enqueueTask, enqueueTaskOnce } from '../../tasks/service.ts'
import { inspectFile } from './inspection.ts'
import { factsOfWork, findMarked, type MarkedWork } from './inspection-queries.ts'
import { rescanTyped } from '../blind/leaks.ts'
import { isBlindPart } from '../submission/part-rules.ts'
import { lockWorkRow } from '../queries.ts'
import { work, workRescan } from '../tables.ts'

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

interface SearchedWork {
  id: WorkId
  subject: string
  teamId: TeamId
}

/** Has the files of a work searched again, in the turn of its team. */
const enqueueSearch = async (ctx: Ctx, { id, subject, teamId }: SearchedWork): Promise<void> => {
  await enqueueTaskOnce(
    ctx,
    { work: id, search: true },
    { kind: 'recheck', input: { work: id, search: true }, subject, link: `/Admin/Work/${id}`, lane: teamId },
  )
}

const maxAtOnce = 50

/** A job: has works searched again whose team is known by other names than before. */
export const enqueueRescans = async (outer: Ctx): Promise<void> => {
  for (let count = maxAtOnce; count === maxAtOnce;)
    count = await inTransaction(outer, async (ctx) => {
      const { rows } = await ctx.db.execute<{ id: WorkId; subject: string | null; teamId: TeamId }>(sql`
        with taken as (
          delete from ${workRescan} where ${workRescan.workId} in (
            select ${workRescan.workId} from ${workRescan} order by 1 limit ${maxAtOnce} for update skip locked
          )
          returning work_id
        )
        select taken.work_id as id, coalesce(nullif(work.title, ''), enrolment.number) as subject, work.team_id as "teamId"
        from taken
        left join work on work.id = taken.work_id
        left join enrolment on enrolment.id = work.enrolment_id
      `)
      // The work may be gone with its team.
      for (const { id, subject, teamId } of rows)
        if (subject !== null) await enqueueSearch(ctx, { id, subject, teamId })
      return rows.length
    })
}

/** Files that must be read again to search them for what reveals the team. */
const searchedFiles = async (ctx: Ctx, found: MarkedWork): Promise<FileId[]> =>
  (await factsOfWork(ctx.db, found)).flatMap(({ id, part, facts, blind }) => {
    const isConcerned = isBlindPart(found.rules, part) || (blind !== null && blind.kind !== 'plain')
    // A file that is not checked yet is about to be.
    return facts !== null && isConcerned ? [id] : []
  })

const recheckTyped = (outer: Ctx, id: WorkId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockWorkRow(ctx.db, id)
    await rescanTyped(ctx, id)
  })

const recheckWork = async (ctx: Ctx, id: WorkId, { signal, progress }: TaskRun): Promise<void> => {
  await recheckTyped(ctx, id)
  const marked = await findMarked(ctx.db, id)
  const files = marked ? await searchedFiles(ctx, marked) : []
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted()
    await inspectFile(ctx, file, { signal })
    await progress(done + 1, files.length)
  }
}

/** Files are read in tasks of their own, so that no activity takes the turns of all teams. */
const recheckActivity = async (
  ctx: Ctx,
  { activity, search }: { activity: ActivityId; search: boolean },
  { signal, progress }: TaskRun,
): Promise<void> => {
  const works = await worksOf(ctx, activity)
  for (const [done, { id }] of works.entries()) {
    signal.throwIfAborted()
    await recheckTyped(ctx, id)
    const marked = search ? await findMarked(ctx.db, id) : undefined
    if (marked && (await searchedFiles(ctx, marked)).length > 0) await enqueueSearch(ctx, marked)
    await progress(done + 1, works.length)
  }
}

/** The task `recheck`: of all works of an activity whose rules have changed, or of one whose team or rules have. */
export const runRecheck: TaskRunner = (ctx, run) => {
  const { activity, work: one, search } = run.input as { activity: ActivityId; work?: WorkId; search: boolean }
  return one ? recheckWork(ctx, one, run) : recheckActivity(ctx, { activity, search }, run)
}
