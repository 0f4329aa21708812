import type { CaseFile } from '@lectern/contract/cases/cases.ts'
import type { CaseSide } from '@lectern/contract/cases/case-values.ts'
import type { CaseId, FileId, ResultListId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, inArray, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileReader, TargetedUpload } from '../../../platform/feature.ts'
import { isOrganiser, permit } from '../../../platform/policy.ts'
import { filesUploadedBy } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { concernOf } from '../concerns.ts'
import { requireObjectionList } from './objection-lists.ts'
import { requireOwnCase } from './own-cases.ts'
import { mayOpenCase, mayWrite } from '../policy.ts'
import { recordEvent } from '../steps.ts'
import { caseEvent, caseEvidence } from '../tables.ts'

interface Attached {
  caseId: CaseId
  side: CaseSide
  part: 'text' | 'statement' | 'message'
  messageId?: string
}

/** Attaches files that the caller has uploaded for this. A file belongs to one case. */
export const attachEvidence = async (
  ctx: SignedIn,
  ids: readonly FileId[],
  { caseId, side, part, messageId }: Attached,
): Promise<void> => {
  const distinctIds = [...new Set(ids)]
  if (distinctIds.length === 0) return
  const own = await filesUploadedBy(ctx, 'evidence', distinctIds, [ctx.actor.id])
  if (distinctIds.some((id) => !own.has(id))) throw fail('file.notFound').at('evidence')
  const rows = distinctIds.map((fileId, position) => ({
    fileId,
    caseId,
    position,
    side,
    part,
    messageId: messageId ?? null,
  }))
  const { rowCount } = await ctx.db.insert(caseEvidence).values(rows).onConflictDoNothing()
  if (rowCount !== distinctIds.length) throw fail('file.inUse').at('evidence')
}

export interface FoundEvidence extends Pick<typeof caseEvidence.$inferSelect, 'side' | 'part' | 'messageId'> {
  file: CaseFile
}

/** The files of a case, in their order. */
export const evidenceOf = async (db: Database, caseId: CaseId): Promise<FoundEvidence[]> =>
  db
    .select({
      side: caseEvidence.side,
      part: caseEvidence.part,
      messageId: caseEvidence.messageId,
      file: { id: file.id, name: file.name, size: file.size },
    })
    .from(caseEvidence)
    .innerJoin(file, eq(file.id, caseEvidence.fileId))
    .where(eq(caseEvidence.caseId, caseId))
    .orderBy(asc(caseEvidence.position), asc(caseEvidence.fileId))

const endingOf = (name: string): string => /\.[\w]{1,8}$/.exec(name)?.[0].toLowerCase() ?? ''

/** What arbiters see instead of the name that the uploader's computer gave it, which may tell who that is. */
export const neutralName = (number: string, name: string, index: number): string =>
  `${number}-${index + 1}${endingOf(name)}`

/** Reading one file again within this time is one look. */
const lookMilliseconds = 10 * 60_000

const recordReading = async (ctx: SignedIn, caseId: CaseId, fileId: FileId): Promise<void> => {
  const since = new Date(ctx.now.getTime() - lookMilliseconds)
  const [recent] = await ctx.db
    .select({ id: caseEvent.id })
    .from(caseEvent)
    .where(
      and(
        eq(caseEvent.caseId, caseId),
        eq(caseEvent.kind, 'evidenceRead'),
        eq(caseEvent.fileId, fileId),
        eq(caseEvent.arbiterId, ctx.actor.id),
        gt(caseEvent.at, since),
      ),
    )
    .limit(1)
  if (!recent) await recordEvent(ctx, { id: caseId, kind: 'evidenceRead', action: 'case.evidenceRead', file: fileId })
}

/** An upload is for a list that is objected to, or for a case of the caller. */
const beginUpload = async (ctx: SignedIn, { target }: TargetedUpload): Promise<void> => {
  const { list, case: caseId } = target
  if (list) return void (await requireObjectionList(ctx, list as ResultListId))
  if (!caseId) throw fail('case.notFound')
  const own = await requireOwnCase(ctx, caseId as CaseId)
  // A closed case may still get an appeal.
  if (own.view.closedAt && own.may.appeal.permitted) return
  permit(mayWrite(own.view))
}

/** Evidence is read by its uploader and by the arbiters of the case. Organisers are not otherwise admitted. */
export const evidenceReader: FileReader = {
  nameFor: async (ctx, { id, ownerId, name }) => {
    const { actor } = ctx
    if (actor.kind !== 'account') return undefined
    if (actor.id === ownerId) return name
    if (!isOrganiser(actor, 'contest')) return undefined
    const [row] = await ctx.db
      .select({
        caseId: caseEvidence.caseId,
        number: sql<string>`(select number from contest_case where id = ${caseEvidence.caseId})`,
        index: sql<number>`(
          select count(*)::integer from case_evidence as earlier
          where earlier.case_id = ${caseEvidence.caseId} and earlier.file_id < ${caseEvidence.fileId}
        )`,
      })
      .from(caseEvidence)
      .where(inArray(caseEvidence.fileId, [id]))
    if (!row || !mayOpenCase(await concernOf(ctx.db, actor.id, row.caseId)).permitted) return undefined
    await recordReading({ ...ctx, actor }, row.caseId, id)
    return neutralName(row.number, name, row.index)
  },
  named: sql`select file_id as id from case_evidence`,
  uploads: { begin: beginUpload, finish: async () => {} },
}
