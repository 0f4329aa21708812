import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { AssignmentId, EntryId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, asc, desc, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { allowChanges } from '../../review/service.ts'
import { sheet, sheetVersion } from '../../review/tables.ts'
import { lockSeenRound, requireAssignment, requireEntry } from '../../rounds/service.ts'
import { assignment, reviewer } from '../../rounds/tables.ts'
import { personName } from '../board/board-queries.ts'
import { notifyReopened } from '../notices.ts'

/** All submitted versions of a work's sheets, the newest first. */
export const listSheets = async (
  ctx: SignedIn,
  roundId: RoundId,
  entryId: EntryId,
): Promise<AnswerOf<typeof contract.listSheets>> => {
  await requireEntry(ctx, roundId, entryId)
  const rows = await ctx.db
    .select({
      assignment: assignment.id,
      state: assignment.state,
      expert: personName,
      reopenedUntil: sheet.reopenedUntil,
      version: {
        number: sheetVersion.number,
        submittedAt: sheetVersion.submittedAt,
        scores: sheetVersion.scores,
        total: sheetVersion.total,
        comment: sheetVersion.comment,
        remark: sheetVersion.remark,
        seconds: sheetVersion.seconds,
      },
    })
    .from(assignment)
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .innerJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .innerJoin(sheetVersion, eq(sheetVersion.assignmentId, sheet.assignmentId))
    .where(and(eq(assignment.roundId, roundId), eq(assignment.entryId, entryId)))
    .orderBy(asc(personName), asc(assignment.id), desc(sheetVersion.number))
  const list = [...Map.groupBy(rows, (row) => row.assignment).values()].map((versions) => {
    const { assignment: id, state, expert, reopenedUntil } = versions[0]!
    return {
      assignment: id,
      expert,
      counts: state === 'open' || state === 'kept',
      reopenedUntil: reopenedUntil?.toISOString() ?? null,
      versions: versions.map(({ version: { submittedAt, ...version } }) => ({
        ...version,
        at: submittedAt.toISOString(),
      })),
    }
  })
  return { list }
}

/** Lets an expert change one submitted sheet after the end of a round that is not settled. */
export const reopenSheet = (
  outer: SignedIn,
  roundId: RoundId,
  id: AssignmentId,
  { until, reason }: BodyOf<typeof contract.reopenSheet>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const round = await lockSeenRound(ctx, roundId)
    if (round.state === 'settled' || round.state === 'draft' || round.state === 'planned')
      throw fail('round.moveRefused')
    const row = await requireAssignment(ctx.db, roundId, id)
    await requireEntry(ctx, roundId, row.entryId)
    if (row.state !== 'open') throw fail('assignment.ended')
    const end = new Date(until)
    if (end <= ctx.now) throw fail('extension.tooShort').at('until')
    if (!(await allowChanges(ctx, id, { until: end, reason }))) throw fail('assignment.notFound')
    await audit(ctx, 'sheet.reopened', { subject: { kind: 'entry', id: row.entryId }, after: { until, reason } })
    await notifyReopened(ctx, { reviewerId: row.reviewerId, entryId: row.entryId, until: end, reason })
  })
