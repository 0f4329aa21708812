import type { WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { cleanDocument, isFileFault, type ReadingOptions } from '../../../platform/media/read-media.ts'
import {
  canBePictured,
  isDocument,
  isFilm,
  makeFilmCover,
  makePageCover,
  makePictureCover,
  picturedTypes,
} from '../../../platform/media/stills.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { putCover, sourceFrom } from '../../files/service.ts'
import { enqueueTaskOnce } from '../../tasks/service.ts'
import { findCurrentCopy, openCopy } from '../blind/blind-copies.ts'
import type { BlindCopy } from '../tables.ts'
import { lockWorkRow } from '../queries.ts'
import { findTaskSubject, picturedFilesOf, worksWithoutCovers, type PicturedFile } from './cover-queries.ts'
import { coverRulesOf, officeCoverRules } from './cover-rules.ts'

type Stored = PicturedFile['original']
type Servable = Exclude<BlindCopy, { kind: 'failed' }>

/** A picture that is to be made: of which file, and of which copy of it. */
interface Pending {
  stored: Stored
  copy: Servable
  rules: string
  seconds: number | null
}

const secondsOf = ({ facts }: PicturedFile): number | null =>
  facts?.media && 'facts' in facts.media ? facts.media.facts.seconds : null

/** The pictures that are missing of a file, or were made by other rules. */
const pendingOf = (row: PicturedFile, { programs }: Ctx['installation']): Pending[] => {
  const { original, served } = row
  // Until it has been inspected nobody knows what it is.
  const copy = row.blind === null ? undefined : findCurrentCopy(row)
  const isRedacted = served.id !== original.id
  const pending: Pending[] = []
  if (copy && copy.kind !== 'failed' && served.coverRules !== coverRulesOf(copy))
    pending.push({ stored: served, copy, rules: coverRulesOf(copy), seconds: isRedacted ? null : secondsOf(row) })
  if (isRedacted && original.coverRules === null)
    pending.push({ stored: original, copy: { kind: 'plain' }, rules: officeCoverRules, seconds: secondsOf(row) })
  return row.isInfected ? [] : pending.filter(({ stored }) => canBePictured(stored.type, programs))
}

const pendingOfWork = async (ctx: Ctx, id: WorkId): Promise<Pending[]> =>
  (await picturedFilesOf(ctx.db, id)).flatMap((row) => pendingOf(row, ctx.installation))

/** Undefined: no picture can be made of it. */
const makePicture = async (
  ctx: Ctx,
  { stored, copy, seconds }: Pending,
  options: ReadingOptions,
): Promise<Buffer | undefined> => {
  const { ffmpeg, pdftoppm } = ctx.installation.programs
  const content = openCopy(ctx, stored, copy)
  const source = sourceFrom(content)
  if (isFilm(stored.type)) return makeFilmCover(source, { type: stored.type, seconds }, ffmpeg!, options)
  if (!isDocument(stored.type)) return makePictureCover(source, options)
  // The program reads only what was rebuilt, never the file of a stranger.
  const pdf = copy.kind === 'copy' ? await content.open() : await cleanDocument(source, stored.type, options)
  return pdf && makePageCover(pdf, pdftoppm!, options)
}

const makeCover = async (ctx: Ctx, pending: Pending, options: ReadingOptions): Promise<void> => {
  let picture: Buffer | undefined
  try {
    picture = await makePicture(ctx, pending, options)
  } catch (error) {
    if (!isFileFault(error)) throw error
  }
  await putCover(ctx, { purpose: 'work', id: pending.stored.id }, { picture, rules: pending.rules })
}

/** The task `makeCovers`. It may be repeated: what is made is not made again. */
export const runCovers: TaskRunner = async (ctx, { input, signal, progress }) => {
  const id = input['work'] as WorkId
  const all = await pendingOfWork(ctx, id)
  for (const [done, pending] of all.entries()) {
    signal.throwIfAborted()
    await makeCover(ctx, pending, { signal, owner: id })
    await progress(done + 1, all.length)
  }
}

const taskOf = async ({ db }: Ctx, id: WorkId) => {
  const { teamId, subject } = (await findTaskSubject(db, id))!
  return { kind: 'makeCovers', input: { work: id }, subject, link: `/Admin/Work/${id}`, lane: teamId } as const
}

/** Has missing pictures of a work made. Requires a transaction that has locked the work. */
export const enqueueCovers = async (ctx: Ctx, id: WorkId): Promise<void> => {
  if ((await pendingOfWork(ctx, id)).length > 0) await enqueueTaskOnce(ctx, { work: id }, await taskOf(ctx, id))
}

const maxAtOnce = 100

/** A job: has pictures made of files that were inspected before a program was installed, or before the rules changed. */
export const enqueueMissingCovers = async (ctx: Ctx): Promise<void> => {
  const types = picturedTypes(ctx.installation.programs)
  const rules = [coverRulesOf({ kind: 'plain' }), coverRulesOf({ kind: 'failed' })]
  let before: WorkId | undefined
  for (;;) {
    const works = await worksWithoutCovers(ctx.db, { rules, types, before, most: maxAtOnce })
    for (const { id } of works)
      await inTransaction(ctx, async (inner) => {
        // Every process runs this job.
        await lockWorkRow(inner.db, id)
        await enqueueCovers(inner, id)
      })
    if (works.length < maxAtOnce) return
    before = works.at(-1)!.id
  }
}
