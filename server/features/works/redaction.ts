import type { FileId } from '@lectern/contract/ids.ts'
import { cleanableTypes } from '@lectern/contract/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { TargetedUpload, TargetedUploads } from '../../platform/feature.ts'
import { organisers, permit } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { enqueueTask } from '../tasks/service.ts'
import { findInspected, findStoredFile, redactFile, type InspectedFile } from './inspection-queries.ts'
import { settleLeaks } from './leaks.ts'
import { refreshWorkMarks } from './marks.ts'
import { lockWorkRow } from './queries.ts'

const requireRedacted = async ({ db }: Ctx, { target }: TargetedUpload): Promise<InspectedFile> => {
  const found = await findInspected(db, target['redacts'] as FileId)
  const isNamed = target['work'] === undefined || found?.workId === target['work']
  if (!found || !isNamed) throw fail('file.notFound')
  return found
}

/** Uploads that redact a file of a work: experts get the redacted copy instead. */
export const redactionUploads: TargetedUploads = {
  begin: async (ctx, upload) => {
    permit(organisers(ctx.actor))
    await requireRedacted(ctx, upload)
  },
  finish: async (ctx, upload) => {
    const { id, name, workId, redactedId } = await requireRedacted(ctx, upload)
    const copy = await findStoredFile(ctx.db, upload.id)
    // Of other types no copy can be made that tells nothing.
    if (!copy || !cleanableTypes.has(copy.type)) throw fail('file.wrongType')
    await lockWorkRow(ctx.db, workId)
    await redactFile(ctx.db, id, upload.id)
    await settleLeaks(ctx, id, upload.ownerId)
    await refreshWorkMarks(ctx, workId)
    await audit(ctx, 'work.fileRedacted', {
      subject: { kind: 'work', id: workId },
      before: { file: id, redacted: redactedId },
      after: { file: id, redacted: upload.id },
    })
    // The redacted copy is cleaned like any other file.
    await enqueueTask(ctx, {
      kind: 'inspect',
      input: { file: id },
      subject: name,
      link: `/Admin/Work/${workId}`,
      startedBy: upload.ownerId,
    })
  },
}
