import type { CaseId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, inArray, isNotNull, lte } from '../../platform/database/drizzle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { removeFiles } from '../files/service.ts'
import { recordEvent } from './steps.ts'
import { caseEvidence, caseMessage, caseParty, contestCase } from './tables.ts'

const maxAtOnce = 100

/**
 * Erases who filed these cases and what tells it: name, contacts, what they wrote, their evidence. The decision stays,
 * and what the team was asked.
 */
const eraseParties = async (ctx: Ctx, ids: readonly CaseId[]): Promise<void> => {
  const { db } = ctx
  const filed = await db
    .select({ id: contestCase.id, side: contestCase.side })
    .from(contestCase)
    .where(inArray(contestCase.id, [...ids]))
    .orderBy(asc(contestCase.id))
    .for('no key update')
  for (const { id, side } of filed) {
    const gone = await db
      .delete(caseEvidence)
      .where(and(eq(caseEvidence.caseId, id), eq(caseEvidence.side, side)))
      .returning({ file: caseEvidence.fileId })
    await removeFiles(
      db,
      gone.map(({ file }) => file),
    )
    await db.delete(caseMessage).where(and(eq(caseMessage.caseId, id), eq(caseMessage.thread, side)))
    await db.delete(caseParty).where(eq(caseParty.caseId, id))
    await db.update(contestCase).set({ text: null, eraseAt: null }).where(eq(contestCase.id, id))
    await recordEvent(ctx, { id, kind: 'erased', action: 'case.erased' })
  }
}

/** A job: erases parties whose retention time is over. Any number of processes may run it. */
export const eraseExpiredParties = (outer: Ctx): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const due = await ctx.db
      .select({ id: contestCase.id })
      .from(contestCase)
      .where(and(isNotNull(contestCase.eraseAt), lte(contestCase.eraseAt, ctx.now)))
      .orderBy(asc(contestCase.id))
      .limit(maxAtOnce)
      .for('no key update', { skipLocked: true })
    if (due.length > 0)
      await eraseParties(
        ctx,
        due.map(({ id }) => id),
      )
  })

/** The closed cases of a user, when their account is deleted. */
export const eraseCasesOf = async (ctx: Ctx, ids: readonly CaseId[]): Promise<void> => {
  if (ids.length > 0) await eraseParties(ctx, ids)
}

export const filedBy = (db: Database, id: typeof caseParty.$inferSelect.accountId) =>
  db
    .select({
      id: contestCase.id,
      number: contestCase.number,
      kind: contestCase.kind,
      side: contestCase.side,
      state: contestCase.state,
      text: contestCase.text,
      receivedAt: contestCase.receivedAt,
      refusedBecause: contestCase.refusedBecause,
      ruling: contestCase.ruling,
      closedAt: contestCase.closedAt,
      realName: caseParty.realName,
      unit: caseParty.unit,
      phone: caseParty.phone,
      email: caseParty.email,
    })
    .from(caseParty)
    .innerJoin(contestCase, eq(contestCase.id, caseParty.caseId))
    .where(eq(caseParty.accountId, id))
    .orderBy(asc(contestCase.receivedAt), asc(contestCase.id))
