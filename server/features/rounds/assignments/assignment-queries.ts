import type { AssignmentId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { account } from '../../accounts/tables.ts'
import { work } from '../../works/tables.ts'
import { whereColleagueJudges } from '../reviewers/reviewer-institutions.ts'
import { assignedExperts, neededExperts } from '../setup/round-queries.ts'
import { assignment, conflict, entry, panel, reviewer, round, roundActivity } from '../tables.ts'

const nameColumns = {
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  status: account.status,
}

const columns = {
  id: assignment.id,
  entryId: assignment.entryId,
  state: assignment.state,
  isFinished: assignment.isFinished,
  isThird: assignment.isThird,
  reason: assignment.reason,
  reviewerId: assignment.reviewerId,
  institution: reviewer.institution,
  ...nameColumns,
}

/** Works of an expert that are in the round. */
const standingWorks = (more: SQL): SQL<number> => sql<number>`(
  select count(*)::integer from assignment join entry on entry.id = assignment.entry_id and entry.removed_at is null
  where assignment.reviewer_id = ${reviewer.id} and assignment.state in ('open', 'kept') ${more}
)`

const joined = (db: Database) =>
  db
    .select(columns)
    .from(assignment)
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(account, eq(account.id, reviewer.accountId))

/** Those that count come first, in the order in which they were made. */
export const assignmentsOfEntries = (db: Database, ids: readonly EntryId[]) =>
  joined(db)
    .where(inArray(assignment.entryId, [...ids]))
    .orderBy(
      sql`${assignment.state} not in ('open', 'kept')`,
      asc(assignment.isThird),
      asc(assignment.assignedAt),
      asc(assignment.id),
    )
export type AssignmentRow = Awaited<ReturnType<typeof assignmentsOfEntries>>[number]

export const assignmentsOfEntry = (db: Database, id: EntryId): Promise<AssignmentRow[]> =>
  assignmentsOfEntries(db, [id])

/** Which experts may not judge these works. */
export const conflictsOfEntries = (db: Database, ids: readonly EntryId[]) =>
  db
    .selectDistinct({ entryId: conflict.entryId, reviewerId: conflict.reviewerId })
    .from(conflict)
    .where(and(inArray(conflict.entryId, [...ids]), isNull(conflict.liftedAt)))

/** Experts who judge in a round, and what they have to do in it. */
export const expertLoads = (db: Database, roundId: RoundId) =>
  db
    .select({
      id: reviewer.id,
      institution: reviewer.institution,
      panel: panel.name,
      state: reviewer.state,
      works: standingWorks(sql``),
      max: sql<number>`least(${reviewer.maxWorks}, (${round.rules} ->> 'maxWorks')::integer)`,
      finished: standingWorks(sql`and assignment.is_finished`),
      ...nameColumns,
    })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .leftJoin(panel, eq(panel.id, reviewer.panelId))
    .where(eq(reviewer.roundId, roundId))
    .orderBy(
      asc(panel.position),
      sql`fold_name(coalesce(${account.realName}, ${account.nickname}, ${account.username}))`,
      asc(reviewer.id),
    )

export const findAssignment = async (
  db: Database,
  roundId: RoundId,
  id: AssignmentId,
): Promise<AssignmentRow | undefined> => {
  const [row] = await joined(db).where(and(eq(assignment.roundId, roundId), eq(assignment.id, id)))
  return row
}

/** All assignments of an expert, also those that have ended. */
export const assignmentsOfReviewer = (db: Database, id: ReviewerId) =>
  db
    .select({ id: assignment.id, entryId: assignment.entryId, state: assignment.state })
    .from(assignment)
    .innerJoin(entry, and(eq(entry.id, assignment.entryId), isNull(entry.removedAt)))
    .where(eq(assignment.reviewerId, id))
    .orderBy(asc(assignment.entryId))

export const hasConflict = async (db: Database, reviewerId: ReviewerId, entryId: EntryId): Promise<boolean> => {
  const rows = await db
    .select({ id: conflict.id })
    .from(conflict)
    .where(and(eq(conflict.reviewerId, reviewerId), eq(conflict.entryId, entryId), isNull(conflict.liftedAt)))
    .limit(1)
  return rows.length > 0
}

const openWorks = sql<number>`(
  select count(*)::integer from assignment where assignment.reviewer_id = ${reviewer.id} and assignment.state = 'open'
)`

/** Accepted experts who may take a work: without a conflict, not judging it, with room. The best first. */
export const candidatesFor = async (db: Database, roundId: RoundId, entryId: EntryId) => {
  const limit = sql<number>`least(${reviewer.maxWorks}, (${round.rules} ->> 'maxWorks')::integer)`
  const common = sql<number>`cardinality(array(
    select unnest(${reviewer.fields}) intersect select unnest(${roundActivity.fields})
  ))`
  const isSameInstitution = whereColleagueJudges(sql`${entryId}`)
  return db
    .select({
      reviewer: reviewer.id,
      institution: reviewer.institution,
      works: openWorks,
      max: limit,
      common,
      isSameInstitution,
      ...nameColumns,
    })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .innerJoin(entry, and(eq(entry.id, entryId), eq(entry.roundId, round.id)))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(roundActivity, and(eq(roundActivity.roundId, round.id), eq(roundActivity.activityId, work.activityId)))
    .where(
      and(
        eq(reviewer.roundId, roundId),
        eq(reviewer.state, 'accepted'),
        sql`${openWorks} < ${limit}`,
        sql`not exists (
          select from conflict
          where conflict.reviewer_id = ${reviewer.id} and conflict.entry_id = ${entryId} and conflict.lifted_at is null
        )`,
        sql`not exists (
          select from assignment
          where assignment.reviewer_id = ${reviewer.id} and assignment.entry_id = ${entryId}
            and assignment.state in ('open', 'kept')
        )`,
      ),
    )
    .orderBy(
      isSameInstitution,
      sql`${common} desc`,
      openWorks,
      sql`fold_name(coalesce(${account.realName}, ${account.nickname}, ${account.username}))`,
      asc(reviewer.id),
    )
}

/** Which of these works still lack an expert, by code. */
export const shortEntries = async (db: Database, ids: readonly EntryId[]): Promise<{ id: EntryId; code: string }[]> =>
  ids.length === 0
    ? []
    : db
        .select({ id: entry.id, code: entry.code })
        .from(entry)
        .innerJoin(round, eq(round.id, entry.roundId))
        .where(and(inArray(entry.id, [...ids]), isNull(entry.removedAt), sql`${assignedExperts} < ${neededExperts}`))
        .orderBy(asc(entry.code))

export const requireAssignment = async (db: Database, roundId: RoundId, id: AssignmentId) => {
  const [row] = await db
    .select({
      id: assignment.id,
      entryId: assignment.entryId,
      reviewerId: assignment.reviewerId,
      state: assignment.state,
      isFinished: assignment.isFinished,
    })
    .from(assignment)
    .where(and(eq(assignment.roundId, roundId), eq(assignment.id, id)))
  if (!row) throw fail('assignment.notFound')
  return row
}
