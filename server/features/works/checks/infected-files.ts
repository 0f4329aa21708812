import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, isNotNull, sql } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/service.ts'
import { removeFiles } from '../../files/service.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import type { infectedFiles } from '../../scanning/service.ts'
import { task } from '../../tasks/tables.ts'
import { secondOrganisers } from '../../teams/service.ts'
import type { Answer } from '../../../platform/ports.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { notifyTeamOfWork } from '../notices/notices.ts'
import type { WorkView } from '../policy.ts'
import { lockForUpload } from '../submission/files.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { workFile } from '../tables.ts'
import { storeInfection } from './inspection-queries.ts'
import { enqueueInspection } from './inspection-tasks.ts'

const workOf = async (db: Database, id: FileId): Promise<WorkId | undefined> => {
  const [row] = await db.select({ workId: workFile.workId }).from(workFile).where(eq(workFile.id, id))
  return row?.workId
}

/** Archives that may contain the file are made anew on demand, without it. */
const removeBundles = async ({ db }: Ctx, { work }: WorkView): Promise<void> => {
  const rows = await db
    .select({ id: task.fileId })
    .from(task)
    .where(
      and(
        eq(task.kind, 'bundle'),
        isNotNull(task.fileId),
        sql`${task.input} ->> 'activity' = ${work.activityId}::text`,
      ),
    )
  const ids = rows.map(({ id }) => id!)
  if (ids.length > 0) await removeFiles(db, ids)
}

/** The team replaces the file while it may; after the deadline an organiser returns the work for that. */
const notify = async (
  ctx: Ctx,
  { work, team }: WorkView,
  given: { file: string; signature: string },
): Promise<void> => {
  const values = { file: asWritten(given.file), signature: asWritten(given.signature) }
  await notifyTeamOfWork(ctx, team, 'infected', { id: work.id, values })
  const organisers = await secondOrganisers(ctx, null, work.activityId)
  await sendNotices(
    ctx,
    organisers.map((id) => ({
      to: { account: id },
      kind: 'contest',
      message: 'work.infectedOfTeam',
      values: {
        ...values,
        team: asWritten(team.name),
        activity: { inLanguages: team.activity.name },
        number: asWritten(team.enrolment?.number ?? ''),
      },
      link: `/Admin/Work/${work.id}`,
      activities: activitiesOfWork({ id: work.id }),
    })),
  )
}

/** What was submitted stays as it is; that malware was found in it is a finding. */
export const infectedFilesOfWorks: Answer<typeof infectedFiles> = {
  found: async (ctx, { id, name }, signature) => {
    const workId = await workOf(ctx.db, id)
    const view = workId && (await lockForUpload(ctx, workId))
    if (!view) return false
    await storeInfection(ctx.db, id, true)
    await refreshWorkMarks(ctx, view.work.id)
    await removeBundles(ctx, view)
    await audit(ctx, 'work.fileInfected', {
      subject: { kind: 'work', id: view.work.id },
      after: { name, signature },
      personal: true,
    })
    await notify(ctx, view, { file: name, signature })
    return true
  },
  cleared: async (ctx, { id, name }) => {
    const workId = await workOf(ctx.db, id)
    const view = workId && (await lockForUpload(ctx, workId))
    if (!view) return
    await storeInfection(ctx.db, id, false)
    await refreshWorkMarks(ctx, view.work.id)
    // While it was kept away nothing could be read or made of it.
    await enqueueInspection(ctx, { id, name, workId: view.work.id })
  },
}
