import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { slidesType } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { cleanDocument, isFileFault, type ReadingOptions } from '../../../platform/media/read-media.ts'
import { convertSlides } from '../../../platform/media/slide-pages.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { putPages, sourceFrom } from '../../files/service.ts'
import { enqueueTaskOnce } from '../../tasks/service.ts'
import { findCurrentCopy, openCopy } from '../blind/blind-copies.ts'
import { findTaskSubject, picturedFilesOf, type PicturedFile } from '../covers/cover-queries.ts'
import { lockWorkRow } from '../queries.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import type { BlindCopy } from '../tables.ts'
import { storeIsWithoutPages, worksWithoutPages } from './page-queries.ts'
import { officePageRules, pageRulesOf } from './page-rules.ts'

type Servable = Exclude<BlindCopy, { kind: 'failed' }>

/** Pages that are to be made: of which file, and of which copy of it. */
interface Pending {
  stored: PicturedFile['original']
  copy: Servable
  rules: string
  /** The file of the team, if experts see these pages. */
  fileId: FileId | undefined
}

/** The pages that are missing of a file, or were made by other rules. */
const pendingOf = (row: PicturedFile): Pending[] => {
  const { original, served } = row
  // Until it has been inspected nobody knows what it is.
  const copy = row.blind === null ? undefined : findCurrentCopy(row)
  const pending: Pending[] = []
  if (copy && copy.kind !== 'failed' && served.pagesRules !== pageRulesOf(copy))
    pending.push({ stored: served, copy, rules: pageRulesOf(copy), fileId: row.id })
  if (served.id !== original.id && original.pagesRules === null)
    pending.push({ stored: original, copy: { kind: 'plain' }, rules: officePageRules, fileId: undefined })
  return row.isInfected ? [] : pending.filter(({ stored }) => stored.type === slidesType)
}

const pendingOfWork = async (ctx: Ctx, id: WorkId): Promise<Pending[]> =>
  ctx.installation.programs.soffice === undefined ? [] : (await picturedFilesOf(ctx.db, id)).flatMap(pendingOf)

/** Undefined: no pages can be made of it. */
const convert = async (ctx: Ctx, { stored, copy }: Pending, options: ReadingOptions): Promise<Buffer | undefined> => {
  const content = openCopy(ctx, stored, copy)
  // The program reads only what was rebuilt, never the file of a stranger.
  const slides =
    copy.kind === 'copy' ? await content.open() : await cleanDocument(sourceFrom(content), stored.type, options)
  if (!slides) return undefined
  const pdf = await convertSlides(slides, { path: ctx.installation.programs.soffice!, signal: options.signal })
  // Nobody has to know what the program writes about itself and its fonts.
  const pages = await cleanDocument(sourceIn(pdf), 'application/pdf', options)
  return pages && Buffer.from(pages.buffer, pages.byteOffset, pages.byteLength)
}

const makePages = async (ctx: Ctx, work: WorkId, pending: Pending, options: ReadingOptions): Promise<void> => {
  const { stored, rules, fileId } = pending
  let pages: Buffer | undefined
  try {
    pages = await convert(ctx, pending, options)
  } catch (error) {
    if (!isFileFault(error)) throw error
  }
  await putPages(ctx, { purpose: 'work', id: stored.id }, { pages, rules })
  if (fileId === undefined) return
  await inTransaction(ctx, async (inner) => {
    await lockWorkRow(inner.db, work)
    await storeIsWithoutPages(inner.db, fileId, pages === undefined)
    await refreshWorkMarks(inner, work)
  })
}

/** The task `makePages`. It may be repeated: what is made is not made again. */
export const runPages: TaskRunner = async (ctx, { input, signal, progress }) => {
  const id = input['work'] as WorkId
  const all = await pendingOfWork(ctx, id)
  for (const [done, pending] of all.entries()) {
    signal.throwIfAborted()
    await makePages(ctx, id, pending, { signal, owner: id })
    await progress(done + 1, all.length)
  }
}

const taskOf = async ({ db }: Ctx, id: WorkId) => {
  const { teamId, subject } = (await findTaskSubject(db, id))!
  return { kind: 'makePages', input: { work: id }, subject, link: `/Admin/Work/${id}`, lane: teamId } as const
}

/** Has missing pages of a work made. Requires a transaction that has locked the work. */
export const enqueuePages = async (ctx: Ctx, id: WorkId): Promise<void> => {
  if ((await pendingOfWork(ctx, id)).length > 0) await enqueueTaskOnce(ctx, { work: id }, await taskOf(ctx, id))
}

const maxAtOnce = 100

/** A job: has pages made of slides that were inspected before the program was installed, or before the rules changed. */
export const enqueueMissingPages = async (ctx: Ctx): Promise<void> => {
  if (ctx.installation.programs.soffice === undefined) return
  const rules = [pageRulesOf({ kind: 'plain' }), pageRulesOf({ kind: 'failed' })]
  let before: WorkId | undefined
  for (;;) {
    const works = await worksWithoutPages(ctx.db, { rules, before, most: maxAtOnce })
    for (const { id } of works)
      await inTransaction(ctx, async (inner) => {
        // Every process runs this job.
        await lockWorkRow(inner.db, id)
        await enqueuePages(inner, id)
      })
    if (works.length < maxAtOnce) return
    before = works.at(-1)!.id
  }
}
