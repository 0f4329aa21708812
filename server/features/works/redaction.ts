import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { acceptedTypes } from '@lectern/contract/work-rules.ts'
import { cleanableTypes } from '@lectern/contract/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { TargetedUpload, TargetedUploads } from '../../platform/feature.ts'
import { organisers, permit } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { requireTakesNoPart } from '../steps/service.ts'
import { enqueueTask } from '../tasks/service.ts'
import { activitiesOfWork } from './concerned.ts'
import { findInspected, findStoredFile, redactFile, type InspectedFile } from './inspection-queries.ts'
import { settleLeaks } from './leaks.ts'
import { refreshWorkMarks } from './marks.ts'
import { workStages } from './ports.ts'
import { lockWorkRow } from './queries.ts'

const requireRedacted = async ({ db }: Ctx, { target }: TargetedUpload): Promise<InspectedFile> => {
  const found = await findInspected(db, target['redacts'] as FileId)
  const isNamed = target['work'] === undefined || found?.workId === target['work']
  if (!found || !isNamed) throw fail('file.notFound')
  return found
}

/**
 * Experts get the copy in place of the file: of a type that its part accepts, and of which a copy can be made that tells
 * nothing. A part that the activity has dropped accepts whatever can be cleaned.
 */
const isFit = (type: string, { rules, part: id }: InspectedFile): boolean => {
  const part = rules.parts.find((one) => one.id === id)
  return cleanableTypes.has(type) && (!part || acceptedTypes(part, true).includes(type))
}

/** What experts are judging stays as it is. */
const requireUnjudged = async ({ db, installation }: Ctx, id: WorkId): Promise<void> => {
  for (const stage of installation.ports.all(workStages))
    if (await stage.isJudged(db, id)) throw fail('work.judgedAlready')
}

/** Uploads that redact a file of a work: experts get the redacted copy instead. */
export const redactionUploads: TargetedUploads = {
  begin: async (ctx, upload) => {
    permit(organisers(ctx.actor))
    const { workId } = await requireRedacted(ctx, upload)
    await requireTakesNoPart(ctx, activitiesOfWork({ id: workId }))
    await requireUnjudged(ctx, workId)
  },
  finish: async (ctx, upload) => {
    const redacted = await requireRedacted(ctx, upload)
    const { id, name, workId, redactedId } = redacted
    const copy = await findStoredFile(ctx.db, upload.id)
    if (!copy || !isFit(copy.type, redacted)) throw fail('file.wrongType')
    await lockWorkRow(ctx.db, workId)
    await requireUnjudged(ctx, workId)
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
      lane: workId,
    })
  },
}
