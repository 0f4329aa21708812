import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { pagesOf, requireScanned } from '../../files/service.ts'
import { findCurrentCopy, type BlindFile } from '../blind/blind-copies.ts'
import { isBeingInspected } from '../checks/inspection-tasks.ts'
import { findPicturedFiles, type PicturedFile } from '../covers/cover-queries.ts'
import { arePagesBeingMade } from './page-queries.ts'
import { officePageRules, pageRulesOf } from './page-rules.ts'

const requireRow = async (ctx: Ctx, { workId, id }: BlindFile): Promise<PicturedFile> => {
  const [row] = await findPicturedFiles(ctx.db, [id])
  if (row?.workId !== workId) throw fail('file.notFound')
  return row
}

/** Undefined: they were not made by these rules. */
const madePages = (ctx: Ctx, stored: PicturedFile['original'], rules: string): StoredContent | undefined =>
  stored.pagesSize === null || stored.pagesRules !== rules
    ? undefined
    : pagesOf(ctx, { purpose: 'work', id: stored.id }, { size: stored.pagesSize, rules })

/** Says whether it is worth waiting. */
const failWithoutPages = async (ctx: Ctx, { id, workId }: PicturedFile): Promise<never> => {
  const isPending = (await arePagesBeingMade(ctx.db, workId)) || (await isBeingInspected(ctx.db, id))
  throw fail(isPending ? 'file.notReady' : 'file.noPages')
}

/** The pages of slides as experts get them, as a PDF: of the copy that they get, and only while they get it. */
export const openBlindPages = async (ctx: Ctx, asked: BlindFile): Promise<StoredContent> => {
  const row = await requireRow(ctx, asked)
  if (row.isInfected) throw fail('file.infected')
  await requireScanned(ctx, [row.original.id, row.served.id])
  const copy = findCurrentCopy(row)
  if (copy?.kind === 'failed') throw fail('file.notFound')
  return (copy && madePages(ctx, row.served, pageRulesOf(copy))) ?? failWithoutPages(ctx, row)
}

/** The pages of slides as the team has handed them in. */
export const openOfficePages = async (ctx: Ctx, workId: WorkId, id: FileId): Promise<StoredContent> => {
  const row = await requireRow(ctx, { workId, id })
  if (row.isInfected) throw fail('file.infected')
  // Experts get the same file, or a copy that looks alike, unless it was redacted.
  const rules = [officePageRules, pageRulesOf({ kind: 'plain' }), pageRulesOf(row.blind ?? { kind: 'plain' })]
  for (const one of rules) {
    const pages = madePages(ctx, row.original, one)
    if (pages) return pages
  }
  return failWithoutPages(ctx, row)
}
