import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { cleanableTypes, slidesType } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import type { DocumentFacts } from '../../../platform/media/documents.ts'
import { readMedia, type ReadingOptions } from '../../../platform/media/read-media.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { isInfected, sourceOf } from '../../files/service.ts'
import { failedCopy, makeBlindCopy } from '../blind/blind-copies.ts'
import { findInspected, isOtherContent, storeBlindCopy, storeFacts, type InspectedFile } from './inspection-queries.ts'
import { replaceLeaks, scanFile } from '../blind/leaks.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { isBlindPart } from '../submission/part-rules.ts'
import { enqueueCovers } from '../covers/make-covers.ts'
import { enqueuePages } from '../slide-pages/make-pages.ts'
import { lockWorkRow } from '../queries.ts'

const unknownType = 'application/octet-stream'

const factsOf = ({ size, type }: InspectedFile, { texts: _texts, ...read }: DocumentFacts): FileFacts => ({
  size,
  type: type === unknownType ? null : type,
  ...read,
})

const isDamaged = ({ fault, media }: FileFacts): boolean =>
  fault !== undefined || (media !== undefined && 'fault' in media)

/**
 * Reads what a file tells, makes the copy for experts, and looks for what reveals the team. It may be repeated. A
 * damaged or hostile file has findings; only the storage or the database can make this fail.
 */
export const inspectFile = async (ctx: Ctx, id: FileId, given: ReadingOptions = {}): Promise<void> => {
  const file = await findInspected(ctx.db, id)
  // Removed since, with its work.
  if (!file) return
  const options: ReadingOptions = { ...given, owner: file.workId }
  // It is read once it is cleared; until then it has only this one finding.
  const isKeptAway = await isInfected(ctx.db, file.redactedId ?? id)
  const read: DocumentFacts =
    file.type === unknownType || isKeptAway
      ? { texts: [] }
      : await readMedia(sourceOf(ctx, { ...file, purpose: 'work' }), file.type, options)
  const facts = factsOf(file, read)
  const isBlind = isBlindPart(file.rules, file.part)
  const isUnreadable = isDamaged(facts) && file.redactedId === null
  const copy = isUnreadable || isKeptAway ? failedCopy : await makeBlindCopy(ctx, file, options)
  const hasFailed = copy.blind.kind === 'failed'
  // Where there is no copy, organisers and the team are told what the file itself names.
  const hits = isBlind ? await scanFile(ctx, file, hasFailed ? read.texts : copy.texts) : []
  const isUncleanable =
    isBlind && hasFailed && !isUnreadable && !isKeptAway && facts.type !== null && cleanableTypes.has(facts.type)
  // With the program, it turns out later whether pages can be made. The demo advises nobody.
  const needsPages = facts.type === slidesType && !hasFailed && !given.isTrusted
  const isWithoutPages = needsPages && ctx.installation.programs.soffice === undefined
  await inTransaction(ctx, async (inner) => {
    await lockWorkRow(inner.db, file.workId)
    await storeFacts(
      inner.db,
      id,
      {
        ...facts,
        ...(isUncleanable && { isUncleanable }),
        ...(isWithoutPages && { isWithoutPages }),
        // As long as the work is locked, nobody finds out.
        ...((await isOtherContent(inner.db, id)) && { isOtherContent: true }),
        ...((await isInfected(inner.db, id)) && { isInfected: true }),
      },
      inner.now,
    )
    await storeBlindCopy(inner.db, file, copy.blind)
    await replaceLeaks(inner, { workId: file.workId, fileId: id, isRedacted: file.redactedId !== null }, hits)
    await refreshWorkMarks(inner, file.workId)
    // Those of the demo are made later, by the job.
    if (given.isTrusted) return
    await enqueueCovers(inner, file.workId)
    await enqueuePages(inner, file.workId)
  })
}

/** The task `inspect`. */
export const runInspection: TaskRunner = (ctx, { input, signal }) =>
  inspectFile(ctx, input['file'] as FileId, { signal })
