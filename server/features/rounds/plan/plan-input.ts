import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { EntryId, PanelId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { RoundMode } from '@lectern/contract/review/review-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNull, or, sql, type SQL, type SQLWrapper } from '../../../platform/database/drizzle.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { work } from '../../works/tables.ts'
import { account } from '../../accounts/tables.ts'
import { isUnopened } from '../policy.ts'
import type { RoundView } from '../setup/round-queries.ts'
import { reviewerKey } from '../reviewers/reviewer-institutions.ts'
import { assignment, conflict, entry, panel, reviewer, roundActivity } from '../tables.ts'

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

const worksOf = (db: Database, id: RoundId) =>
  db
    .select({ id: entry.id, fields: roundActivity.fields, province: enrolment.province, panel: entry.panelId })
    .from(entry)
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(roundActivity, and(eq(roundActivity.roundId, id), eq(roundActivity.activityId, work.activityId)))
    .where(and(eq(entry.roundId, id), isNull(entry.removedAt)))
    .orderBy(asc(entry.id))

const expertsOf = (db: Database, { id, rules }: RoundView) =>
  db
    .select({
      id: reviewer.id,
      institution: reviewerKey,
      fields: reviewer.fields,
      isAccepted: sql<boolean>`${reviewer.state} = 'accepted'`,
      limit: sql<number>`least(${reviewer.maxWorks}, ${rules.maxWorks}::integer)`,
      panel: reviewer.panelId,
    })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
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

const conflictsOf = (db: Database, id: RoundId) =>
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

const panelsOf = (db: Database, id: RoundId) =>
  db.select({ id: panel.id }).from(panel).where(eq(panel.roundId, id)).orderBy(asc(panel.position), asc(panel.id))

/** Works, experts, conflicts and assignments as they are now. */
export const loadPlanInput = async (db: Database, view: RoundView): Promise<PlanInput> => {
  const rows = await assignmentsOf(db, view.id)
  const panels = await panelsOf(db, view.id)
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

/** Rows as PostgreSQL writes them, in the order of the query. */
const textOf = (query: SQLWrapper): SQL => sql`(select coalesce(json_agg(listed)::text, '') from (${query}) as listed)`

/**
 * The same hash means that the same seed would give the same plan. The database computes it: in a round with thousands of works nobody else
 * waits for that. Taken before the input is loaded, it tells a change in between, too.
 */
export const hashPlanInput = async (db: Database, view: RoundView): Promise<string> => {
  const facts = JSON.stringify([view.rules.mode, view.rules.expertsPerWork, isUnopened(view)])
  const { rows } = await db.execute<{ hash: string }>(sql`
    select encode(sha256(convert_to(concat_ws(E'\\n', ${facts}::text,
      ${textOf(worksOf(db, view.id))}, ${textOf(expertsOf(db, view))}, ${textOf(panelsOf(db, view.id))},
      ${textOf(conflictsOf(db, view.id))}, ${textOf(assignmentsOf(db, view.id))}
    ), 'UTF8')), 'hex') as hash
  `)
  return rows[0]!.hash
}
