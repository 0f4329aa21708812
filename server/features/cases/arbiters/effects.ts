import type { RulingEffect } from '@lectern/contract/cases/case-office.ts'
import type { AssignmentId, RoundId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, asc, eq, inArray } from '../../../platform/database/drizzle.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { applyRuling } from '../../results/service.ts'
import { resultRow } from '../../results/tables.ts'
import { sheet, sheetVersion } from '../../review/tables.ts'
import { assignment, entry, round } from '../../rounds/tables.ts'
import { unsettleRound } from '../../rounds/service.ts'
import { reopenSheet } from '../../scoring/service.ts'
import { decideWorks } from '../../works/service.ts'
import { work } from '../../works/tables.ts'
import type { CaseView } from '../case-view.ts'

/** The sheets of a work that count, by round. Few rows. */
export const sheetsOfWork = (db: Database, { workId }: Pick<CaseView, 'workId'>) =>
  workId === null
    ? Promise.resolve([])
    : db
        .selectDistinctOn([round.createdAt, assignment.id], {
          assignment: assignment.id,
          roundId: round.id,
          round: round.name,
          total: sheetVersion.total,
        })
        .from(assignment)
        .innerJoin(entry, eq(entry.id, assignment.entryId))
        .innerJoin(round, eq(round.id, assignment.roundId))
        .innerJoin(sheet, eq(sheet.assignmentId, assignment.id))
        .innerJoin(sheetVersion, eq(sheetVersion.assignmentId, sheet.assignmentId))
        .where(and(eq(entry.workId, workId), eq(assignment.state, 'open'), inArray(round.state, ['closed', 'settled'])))
        .orderBy(asc(round.createdAt), asc(assignment.id))

const reopenSheets = async (
  ctx: SignedIn,
  view: CaseView,
  { sheets, until }: { sheets: readonly AssignmentId[]; until: string },
  reason: string,
): Promise<void> => {
  const roundsByAssignment = new Map((await sheetsOfWork(ctx.db, view)).map((row) => [row.assignment, row.roundId]))
  if (sheets.some((id) => !roundsByAssignment.has(id))) throw fail('assignment.notFound').at('effect')
  const rounds = new Set<RoundId>(sheets.map((id) => roundsByAssignment.get(id)!))
  for (const id of [...rounds].toSorted()) await unsettleRound(ctx, id, reason)
  for (const id of sheets) await reopenSheet(ctx, roundsByAssignment.get(id)!, id, { until, reason })
}

const decideWork = async (
  ctx: SignedIn,
  { workId }: CaseView,
  decision: 'disqualified' | 'accepted',
  reason: string,
) => {
  const [row] = await ctx.db.select({ version: work.version }).from(work).where(eq(work.id, workId!))
  await decideWorks(ctx, { works: [{ id: workId!, version: row!.version }], decision, reason }, undefined)
}

/** The people of a work as the list of the case names them. Who has deleted their account is none of them. */
export const listedPeople = async ({ db }: Pick<SignedIn, 'db'>, { listId, workId }: CaseView) => {
  if (workId === null) return []
  const [row] = await db
    .select({ people: resultRow.people })
    .from(resultRow)
    .where(and(eq(resultRow.listId, listId), eq(resultRow.workId, workId)))
  return (row?.people ?? []).flatMap(({ account, role, name }) =>
    account === null ? [] : [{ uid: account, role, name }],
  )
}

const correctionOf = async (
  ctx: SignedIn,
  view: CaseView,
  { title, school, names }: Extract<RulingEffect, { kind: 'correct' }>['correction'],
) => {
  const people = await listedPeople(ctx, view)
  if (names?.some(({ uid }) => !people.some((person) => person.uid === uid)))
    throw fail('account.notFound').at('effect')
  return {
    work: view.workId!,
    ...(title && { title }),
    ...(school && { school }),
    ...(names && { names: names.map(({ uid, name }) => ({ account: uid, name })) }),
  }
}

/**
 * Carries out what a ruling says. The reasons that works, rounds and lists store name the number of the case and nothing
 * else: all organisers read them.
 */
export const carryOut = async (ctx: SignedIn, view: CaseView, effect: RulingEffect): Promise<void> => {
  const reason = t(ctx.locale, 'case.effectReason', { number: view.number })
  const ruling = { list: view.listId, caseId: view.id, by: ctx.actor.id, reason }
  switch (effect.kind) {
    case 'none':
      return
    case 'disqualify':
      await decideWork(ctx, view, 'disqualified', reason)
      await applyRuling(ctx, ruling)
      return
    case 'restore':
      await decideWork(ctx, view, 'accepted', reason)
      await applyRuling(ctx, ruling)
      return
    case 'rescore':
      // The new list follows once the experts have changed their sheets and the round is settled again.
      return reopenSheets(ctx, view, effect, reason)
    case 'correct':
      await applyRuling(ctx, ruling, { kind: 'correction', data: await correctionOf(ctx, view, effect.correction) })
  }
}
