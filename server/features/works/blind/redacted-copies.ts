import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { audit } from '../../audit/service.ts'
import { redactFile, type InspectedFile } from '../checks/inspection-queries.ts'
import { enqueueInspection } from '../checks/inspection-tasks.ts'
import { settleLeaks } from './leaks.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { workStages } from '../ports.ts'

/** Whether experts are judging a work, or have just done so: what they see is not replaced by one organiser alone. */
export const isBeingJudged = async ({ db, installation }: Ctx, id: WorkId): Promise<boolean> => {
  for (const stage of installation.ports.all(workStages)) if (await stage.isJudged(db, id)) return true
  return false
}

interface RedactedCopy {
  copyId: FileId
  by: AccountId
  /** Of a copy that was proposed and confirmed. */
  reason?: string
}

/** From now on experts get the copy instead of the file. Runs in the transaction that has locked the work. */
export const putInPlace = async (
  ctx: Ctx,
  { id, name, workId, redactedId }: InspectedFile,
  { copyId, by, reason }: RedactedCopy,
): Promise<void> => {
  await redactFile(ctx.db, id, copyId)
  await settleLeaks(ctx, id, by)
  await refreshWorkMarks(ctx, workId)
  await audit(ctx, 'work.fileRedacted', {
    subject: { kind: 'work', id: workId },
    before: { file: id, redacted: redactedId },
    after: { file: id, redacted: copyId, ...(reason !== undefined && { reason }) },
  })
  // The redacted copy is cleaned like any other file.
  await enqueueInspection(ctx, { id, name, workId, startedBy: by })
}
