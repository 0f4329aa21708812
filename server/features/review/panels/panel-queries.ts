import type { AccountId, EntryId, PanelId, RoundId, TieDecisionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, not, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { assignment, panel } from '../../rounds/tables.ts'
import { panelSignature, sheet, sheetVersion, tieDecision, tieDecisionKey } from '../tables.ts'
import { reviewMember, reviewWork } from '../views.ts'

export const findPanelName = async (db: Database, id: PanelId): Promise<string | undefined> => {
  const [row] = await db.select({ name: panel.name }).from(panel).where(eq(panel.id, id))
  return row?.name
}

/** The experts of a panel and how far they are. */
export const membersOfPanel = (db: Database, id: PanelId) =>
  db
    .select({
      name: reviewMember.name,
      works: sql<number>`count(${assignment.id})::integer`,
      finished: sql<number>`(count(*) filter (where ${assignment.isFinished}))::integer`,
    })
    .from(reviewMember)
    .leftJoin(assignment, and(eq(assignment.reviewerId, reviewMember.reviewerId), eq(assignment.state, 'open')))
    .where(eq(reviewMember.panelId, id))
    .groupBy(reviewMember.reviewerId, reviewMember.name)
    .orderBy(asc(reviewMember.name), asc(reviewMember.reviewerId))

/** The works of a panel by code. */
export const worksOfPanel = (db: Database, id: PanelId) =>
  db
    .select({ entryId: reviewWork.entryId, code: reviewWork.code, title: reviewWork.title })
    .from(reviewWork)
    .where(and(eq(reviewWork.panelId, id), not(reviewWork.isRemoved)))
    .orderBy(asc(reviewWork.code))

/** What counts of each work: assignments that stand, with what was submitted last. */
export const countedSheetsOf = (db: Database, id: PanelId) =>
  db
    .select({
      id: assignment.id,
      entryId: assignment.entryId,
      reviewerId: assignment.reviewerId,
      submitted: { scores: sheetVersion.scores, total: sheetVersion.total },
    })
    .from(assignment)
    .innerJoin(reviewWork, eq(reviewWork.entryId, assignment.entryId))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .leftJoin(
      sheetVersion,
      and(eq(sheetVersion.assignmentId, sheet.assignmentId), eq(sheetVersion.number, sheet.number)),
    )
    .where(and(eq(reviewWork.panelId, id), not(reviewWork.isRemoved), inArray(assignment.state, ['open', 'kept'])))
    .orderBy(asc(assignment.id))

/** The chair's decisions in a round, the oldest first, each in the order that was decided. */
export const tieDecisionsOf = (db: Database, id: RoundId) =>
  db
    .select({ decision: tieDecisionKey, entryId: tieDecision.entryId, reason: tieDecision.reason })
    .from(tieDecision)
    .where(eq(tieDecision.roundId, id))
    .orderBy(asc(tieDecision.decidedAt), asc(tieDecisionKey), asc(tieDecision.position))

export const findSignature = async (db: Database, id: PanelId): Promise<Date | undefined> => {
  const [row] = await db
    .select({ signedAt: panelSignature.signedAt })
    .from(panelSignature)
    .where(eq(panelSignature.panelId, id))
  return row?.signedAt
}

interface TieOrder {
  roundId: RoundId
  /** The best first. */
  entries: readonly EntryId[]
  reason: string
  by: AccountId
  now: Date
}

/** Replaces earlier decisions about any of these works, as a whole: what is left of one would look like a decision about fewer works. */
export const storeTieDecision = async (
  db: Database,
  { roundId, entries, reason, by, now }: TieOrder,
): Promise<void> => {
  const inRound = eq(tieDecision.roundId, roundId)
  const earlier = await db
    .select({ key: tieDecisionKey })
    .from(tieDecision)
    .where(and(inRound, inArray(tieDecision.entryId, [...entries])))
  const keys = [...new Set(earlier.map(({ key }) => key))]
  if (keys.length > 0) await db.delete(tieDecision).where(and(inRound, inArray(tieDecisionKey, keys)))
  const decisionId = newId<TieDecisionId>(now)
  const rows = entries.map((entryId, at) => ({
    roundId,
    decisionId,
    entryId,
    position: at + 1,
    reason,
    decidedBy: by,
    decidedAt: now,
  }))
  await db.insert(tieDecision).values(rows)
}

export const storeSignature = async (db: Database, panelId: PanelId, by: AccountId, now: Date): Promise<void> => {
  await db.insert(panelSignature).values({ panelId, signedBy: by, signedAt: now })
}

/** When the chairs of these panels signed, for organisers. */
export const signaturesOf = async (db: Database, ids: readonly PanelId[]): Promise<ReadonlyMap<PanelId, Date>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ panelId: panelSignature.panelId, signedAt: panelSignature.signedAt })
    .from(panelSignature)
    .where(inArray(panelSignature.panelId, [...ids]))
  return new Map(rows.map(({ panelId, signedAt }) => [panelId, signedAt]))
}
