import type { AssignmentId, EntryId, PanelId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { scoreRulesOf } from '../../../platform/scores/round-scores.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import type { RecordedOrder } from '../../../platform/scores/recorded-orders.ts'
import type { ScoreInput } from '../../../platform/scores/score-input.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray } from '../../../platform/database/drizzle.ts'
import { sheet, sheetVersion, tieDecision, tieDecisionKey } from '../../review/tables.ts'
import { assignment, entry } from '../../rounds/tables.ts'

/** Submitted sheets that count, in the order of submission. */
export const countedSheets = (db: Database, id: RoundId) =>
  db
    .select({
      assignment: assignment.id,
      entry: entry.id,
      code: entry.code,
      reviewer: assignment.reviewerId,
      scores: sheetVersion.scores,
      total: sheetVersion.total,
      seconds: sheetVersion.seconds,
      submittedAt: sheetVersion.submittedAt,
    })
    .from(assignment)
    .innerJoin(entry, eq(entry.id, assignment.entryId))
    .innerJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .innerJoin(
      sheetVersion,
      and(eq(sheetVersion.assignmentId, sheet.assignmentId), eq(sheetVersion.number, sheet.number)),
    )
    .where(and(eq(assignment.roundId, id), inArray(assignment.state, ['open', 'kept'])))
    .orderBy(asc(sheetVersion.submittedAt), asc(assignment.id))
export type CountedSheet = Awaited<ReturnType<typeof countedSheets>>[number]

const entriesOf = (db: Database, id: RoundId) =>
  db
    .select({ id: entry.id, code: entry.code, removedAt: entry.removedAt, panelId: entry.panelId })
    .from(entry)
    .where(eq(entry.roundId, id))
    .orderBy(asc(entry.code))

/** The chair's orders, the oldest first: works that were decided together stand together. */
const chairOrders = async (db: Database, id: RoundId): Promise<RecordedOrder[]> => {
  const rows = await db
    .select({ decision: tieDecisionKey, code: entry.code })
    .from(tieDecision)
    .innerJoin(entry, eq(entry.id, tieDecision.entryId))
    .where(eq(tieDecision.roundId, id))
    .orderBy(asc(tieDecision.decidedAt), asc(tieDecisionKey), asc(tieDecision.position))
  return [...Map.groupBy(rows, ({ decision }) => decision)].map(([key, group]) => ({
    id: key,
    works: group.map(({ code }) => code),
  }))
}

/** Everything that decides the scores of a round: works by code, experts and sheets by id. */
export interface RoundScores {
  input: ScoreInput
  sheets: CountedSheet[]
  entries: { id: EntryId; code: string; removedAt: Date | null; panelId: PanelId | null }[]
}

export const loadRoundScores = async (
  db: Database,
  { id, rules }: { id: RoundId; rules: RoundRules },
): Promise<RoundScores> => {
  const entries = await entriesOf(db, id)
  const sheets = await countedSheets(db, id)
  return {
    entries,
    sheets,
    input: {
      rules: scoreRulesOf(rules),
      // A work that was taken out stays in the calculation, so that it changes nobody else's order.
      works: entries.map(({ code, removedAt }) => ({ key: code, excluded: removedAt !== null })),
      sheets: sheets.map(({ assignment: key, code, reviewer, scores }) => ({
        key: key satisfies AssignmentId,
        work: code,
        expert: reviewer satisfies ReviewerId,
        points: scores,
      })),
      chair: await chairOrders(db, id),
    },
  }
}
