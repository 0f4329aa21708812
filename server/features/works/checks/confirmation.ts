import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { confirmHash, hashUnconfirmed } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import { secondOrganisers } from '../../teams/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { notifyTeamOfWork } from '../notices/notices.ts'
import type { WorkView } from '../policy.ts'
import { lockForUpload } from '../submission/files.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { workFile } from '../tables.ts'
import { storeOtherContent } from './inspection-queries.ts'

const findFile = async ({ db }: Ctx, id: FileId) => {
  const [row] = await db
    .select({ id: file.id, name: file.name, sha256: file.sha256, workId: workFile.workId })
    .from(workFile)
    .innerJoin(file, eq(file.id, workFile.id))
    .where(eq(workFile.id, id))
  return row
}

/** The team uploads the file again; organisers decide what the submission is worth. */
const notifyOfOtherContent = async (ctx: Ctx, { work, team }: WorkView, name: string): Promise<void> => {
  const values = { file: asWritten(name) }
  await notifyTeamOfWork(ctx, team, 'otherContent', { id: work.id, values })
  const organisers = await secondOrganisers(ctx, null, work.activityId)
  await sendNotices(
    ctx,
    organisers.map((id) => ({
      to: { account: id },
      kind: 'contest',
      message: 'work.otherContentOfTeam',
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

interface DifferentFile {
  id: FileId
  workId: WorkId
  name: string
  sha256: Buffer | null
}

/** What was submitted stays as it is: that the content is another is a finding, and everybody concerned is told. */
const noteOtherContent = async (
  ctx: Ctx,
  view: WorkView,
  { id, workId, name, sha256 }: DifferentFile,
  actual: Buffer,
) => {
  await storeOtherContent(ctx.db, id)
  await refreshWorkMarks(ctx, workId)
  await audit(ctx, 'work.fileDiffers', {
    subject: { kind: 'work', id: workId },
    before: { name, sha256: sha256?.toString('hex') ?? '' },
    after: { name, sha256: actual.toString('hex') },
    personal: true,
  })
  await notifyOfOtherContent(ctx, view, name)
}

/** The task `confirm`. It may be repeated: who compares second finds nothing to confirm. */
export const runConfirmation: TaskRunner = async (ctx, { input, signal, progress }) => {
  const id = input['file'] as FileId
  const row = await findFile(ctx, id)
  const actual = row && (await hashUnconfirmed(ctx, id, { signal, progress }))
  if (!actual) return
  await inTransaction(ctx, async (inner) => {
    const view = await lockForUpload(inner, row.workId)
    const outcome = await confirmHash(inner, id, actual)
    if (view && outcome === 'different') await noteOtherContent(inner, view, row, actual)
  })
}
