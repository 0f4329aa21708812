import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { asc, eq } from '../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { enqueueTask } from '../tasks/service.ts'
import { refreshWorkMarks } from './marks.ts'
import { lockWorkRow } from './queries.ts'
import { work } from './tables.ts'

const worksOf = (ctx: Ctx, activityId: ActivityId): Promise<{ id: WorkId }[]> =>
  ctx.db.select({ id: work.id }).from(work).where(eq(work.activityId, activityId)).orderBy(asc(work.id))

/** Findings are shown by the current rules at once; what lists show is computed again by a task. */
export const recheckWorks = async (ctx: Ctx, { id, name }: { id: ActivityId; name: LocalizedText }): Promise<void> => {
  const [some] = await worksOf(ctx, id)
  if (!some) return
  await enqueueTask(ctx, {
    kind: 'recheck',
    input: { activity: id },
    subject: localize(name, defaultLocale).text,
    link: `/Admin/Work?activity=${id}`,
  })
}

/** The task `recheck`. */
export const runRecheck: TaskRunner = async (ctx, { input, signal, progress }) => {
  const works = await worksOf(ctx, input['activity'] as ActivityId)
  for (const [done, { id }] of works.entries()) {
    signal.throwIfAborted()
    await inTransaction(ctx, async (inner) => {
      await lockWorkRow(inner.db, id)
      await refreshWorkMarks(inner, id)
    })
    await progress(done + 1, works.length)
  }
}
