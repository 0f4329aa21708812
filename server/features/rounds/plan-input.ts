import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { ExpertField } from '@lectern/contract/expert-values.ts'
import type { EntryId, PanelId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { RoundMode } from '@lectern/contract/review-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, isNull, or, sql } from '../../platform/database/drizzle.ts'
import { enrolment } from '../enrolments/tables.ts'
import { work } from '../works/tables.ts'
import { compared } from './conflict-queries.ts'
import { isUnopened } from './policy.ts'
import type { RoundView } from './round-queries.ts'
import { assignment, conflict, entry, panel, reviewer, roundActivity } from './tables.ts'

export interface PlanPair {
  entry: EntryId
  reviewer: ReviewerId
}

export interface PlanWork {
  id: EntryId
  fields: ExpertField[]
  province: string | null
  panel: PanelId | null
}

export interface PlanExpert {
  id: ReviewerId
  /** As it is compared; null: not known. */
  institution: string | null
  fields: ExpertField[]
  /** False: they left, and what they submitted counts. */
  isAccepted: boolean
  limit: number
  panel: PanelId | null
}

export interface StandingAssignment extends PlanPair {
  /** The expert left, the sheet counts. */
  isKept: boolean
  isFinished: boolean
  isThird: boolean
}

/** Everything that a plan depends on, apart from its seed. All lists are ordered. */
export interface PlanInput {
  mode: RoundMode
  perWork: number
  /** Experts have seen their works: what stands stays where possible. */
  isSeen: boolean
  works: PlanWork[]
  experts: PlanExpert[]
  panels: PanelId[]
  conflicts: PlanPair[]
  standing: StandingAssignment[]
  /** Given back by the expert, or taken away with a submitted sheet: no plan gives it to them again. */
  ended: PlanPair[]
}

const worksOf = (db: Database, id: RoundId): Promise<PlanWork[]> =>
  db
    .select({ id: entry.id, fields: roundActivity.fields, province: enrolment.province, panel: entry.panelId })
    .from(entry)
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(roundActivity, and(eq(roundActivity.roundId, id), eq(roundActivity.activityId, work.activityId)))
    .where(and(eq(entry.roundId, id), isNull(entry.removedAt)))
    .orderBy(asc(entry.id))

const expertsOf = (db: Database, { id, rules }: RoundView): Promise<PlanExpert[]> =>
  db
    .select({
      id: reviewer.id,
      institution: sql<string | null>`${compared(sql`${reviewer.institution}`)}`,
      fields: reviewer.fields,
      isAccepted: sql<boolean>`${reviewer.state} = 'accepted'`,
      limit: sql<number>`least(${reviewer.maxWorks}, ${rules.maxWorks}::integer)`,
      panel: reviewer.panelId,
    })
    .from(reviewer)
    .where(
      and(
        eq(reviewer.roundId, id),
        or(
          eq(reviewer.state, 'accepted'),
          sql`exists (
            select from assignment
            where assignment.reviewer_id = ${reviewer.id} and assignment.state in ('open', 'kept') and assignment.is_finished
          )`,
        ),
      ),
    )
    .orderBy(asc(reviewer.id))

const conflictsOf = (db: Database, id: RoundId): Promise<PlanPair[]> =>
  db
    .selectDistinct({ entry: conflict.entryId, reviewer: conflict.reviewerId })
    .from(conflict)
    .innerJoin(entry, and(eq(entry.id, conflict.entryId), isNull(entry.removedAt)))
    .where(and(eq(conflict.roundId, id), isNull(conflict.liftedAt)))
    .orderBy(asc(conflict.entryId), asc(conflict.reviewerId))

const assignmentsOf = (db: Database, id: RoundId) =>
  db
    .select({
      entry: assignment.entryId,
      reviewer: assignment.reviewerId,
      state: assignment.state,
      isFinished: assignment.isFinished,
      isThird: assignment.isThird,
    })
    .from(assignment)
    .innerJoin(entry, and(eq(entry.id, assignment.entryId), isNull(entry.removedAt)))
    .where(eq(assignment.roundId, id))
    .orderBy(asc(assignment.entryId), asc(assignment.reviewerId))

/** Works, experts, conflicts and assignments as they are now. */
export const loadPlanInput = async (db: Database, view: RoundView): Promise<PlanInput> => {
  const rows = await assignmentsOf(db, view.id)
  const panels = await db
    .select({ id: panel.id })
    .from(panel)
    .where(eq(panel.roundId, view.id))
    .orderBy(asc(panel.position), asc(panel.id))
  return {
    mode: view.rules.mode,
    perWork: view.rules.expertsPerWork,
    isSeen: !isUnopened(view),
    works: await worksOf(db, view.id),
    experts: await expertsOf(db, view),
    panels: panels.map((row) => row.id),
    conflicts: await conflictsOf(db, view.id),
    standing: rows
      .filter(({ state }) => state === 'open' || state === 'kept')
      .map(({ state, ...row }) => ({ ...row, isKept: state === 'kept' })),
    ended: rows
      .filter(({ state, isFinished }) => state === 'declined' || (state === 'removed' && isFinished))
      .map((row) => ({ entry: row.entry, reviewer: row.reviewer })),
  }
}

/** The same hash means that the same seed would give the same plan. */
export const hashPlanInput = (input: PlanInput): string =>
  createHash('sha256')
    .update(canonicalJson(input as unknown as CanonicalValue))
    .digest('hex')
