import type { ActivityId, EntryId, PanelId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, count, eq, inArray, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { team } from '../../teams/tables.ts'
import { whereRecommended } from '../../recommendations/service.ts'
import { work } from '../../works/tables.ts'
import { newToken } from './codes.ts'
import { assignedExperts, neededExperts } from '../setup/round-queries.ts'
import { assignment, entry, panel, round } from '../tables.ts'

export interface EntryFilter {
  panel?: PanelId | undefined
  /** Works with too few experts. */
  isShort: boolean
  search?: string | undefined
  /** Without works that were taken out. */
  isStanding?: boolean
}

const filtered = (id: RoundId, { panel: of, isShort, search, isStanding = false }: EntryFilter): SQL | undefined =>
  and(
    eq(entry.roundId, id),
    of && eq(entry.panelId, of),
    isStanding ? isNull(entry.removedAt) : undefined,
    isShort ? sql`${entry.removedAt} is null and ${assignedExperts} < ${neededExperts}` : undefined,
    search
      ? sql`(
          ${entry.code} = upper(${search}) or ${work.search} @@ search_query(${search}) or ${enrolment.search} @@ search_query(${search})
        )`
      : undefined,
  )

/** One page, by the number of the enrolment; works that were taken out come last. */
export const entryPage = (db: Database, id: RoundId, filter: EntryFilter, { page, pageSize }: Slice) =>
  db
    .select({
      entry: entry.id,
      code: entry.code,
      work: entry.workId,
      number: enrolment.number,
      title: work.title,
      activity: activity.name,
      team: team.name,
      province: enrolment.province,
      school: enrolment.school,
      panelId: panel.id,
      panelName: panel.name,
      assigned: assignedExperts,
      finished: sql<number>`(
      select count(*)::integer from assignment
      where assignment.entry_id = entry.id and assignment.state in ('open', 'kept') and assignment.is_finished
    )`,
      needed: neededExperts,
      conflicts: sql<number>`(
      select count(*)::integer from conflict where conflict.entry_id = entry.id and conflict.lifted_at is null
    )`,
      removedAt: entry.removedAt,
      removedReason: entry.removedReason,
    })
    .from(entry)
    .innerJoin(round, eq(round.id, entry.roundId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .leftJoin(panel, eq(panel.id, entry.panelId))
    .where(filtered(id, filter))
    .orderBy(sql`${entry.removedAt} is not null`, asc(enrolment.numberKey), asc(entry.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type EntryRow = Awaited<ReturnType<typeof entryPage>>[number]

export const countEntries = async (db: Database, id: RoundId, filter: EntryFilter): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(entry)
    .innerJoin(round, eq(round.id, entry.roundId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(filtered(id, filter))
  return row!.total
}

/**
 * Accepted works of these activities that are not in the round, each with the submission that stands. They are locked: nobody decides on
 * them meanwhile. `among` limits them to those that went on from the round before.
 */
export const lockWorksToCollect = (
  db: Database,
  id: RoundId,
  { activities, among }: { activities: readonly ActivityId[]; among: readonly WorkId[] | undefined },
) =>
  db
    .select({ id: work.id, submission: work.submission })
    .from(work)
    .where(
      and(
        inArray(work.activityId, [...activities]),
        eq(work.state, 'accepted'),
        among && inArray(work.id, [...among]),
        whereRecommended({ activityId: work.activityId, enrolmentId: work.enrolmentId }),
        sql`not exists (select from entry where entry.round_id = ${id} and entry.work_id = ${work.id})`,
      ),
    )
    .orderBy(asc(work.id))
    .for('share')

export const insertEntries = async (db: Database, rows: readonly (typeof entry.$inferInsert)[]): Promise<number> => {
  const { rowCount } = await db
    .insert(entry)
    .values([...rows])
    .onConflictDoNothing({ target: [entry.roundId, entry.workId] })
  return rowCount ?? 0
}

export const findEntry = async (db: Database, roundId: RoundId, id: EntryId) => {
  const [row] = await db
    .select({
      id: entry.id,
      workId: entry.workId,
      submission: entry.submission,
      removedAt: entry.removedAt,
      removedReason: entry.removedReason,
      workState: work.state,
      standing: work.submission,
    })
    .from(entry)
    .innerJoin(work, eq(work.id, entry.workId))
    .where(and(eq(entry.roundId, roundId), eq(entry.id, id)))
  return row
}

export const changeEntry = async (
  db: Database,
  id: EntryId,
  changes: Pick<typeof entry.$inferInsert, 'removedAt' | 'removedReason'> & { submission?: number },
): Promise<void> => {
  await db.update(entry).set(changes).where(eq(entry.id, id))
}

/** Whether somebody has submitted a sheet about the work that counts. */
export const isJudged = async (db: Database, id: EntryId): Promise<boolean> => {
  const where = and(eq(assignment.entryId, id), eq(assignment.isFinished, true))
  return (await db.$count(assignment, and(where, inArray(assignment.state, ['open', 'kept'])))) > 0
}

/** New tokens for the files of a work: streams of the old ones end. */
export const endStreamsOf = async (db: Database, id: EntryId): Promise<void> => {
  const open = await db
    .select({ id: assignment.id })
    .from(assignment)
    .where(and(eq(assignment.entryId, id), eq(assignment.state, 'open')))
  for (const each of open) await db.update(assignment).set({ token: newToken() }).where(eq(assignment.id, each.id))
}

/** Drops works of activities that the round no longer has. Only before it is planned. */
export const dropEntriesOutside = async (db: Database, id: RoundId): Promise<void> => {
  await db.execute(sql`
    delete from entry using work
    where entry.round_id = ${id} and work.id = entry.work_id and not exists (
      select from round_activity where round_activity.round_id = ${id} and round_activity.activity_id = work.activity_id
    )
  `)
}

/** The rounds that a work is in, with the state of each, in the order in which they are locked. */
export const entriesOfWork = (db: Database, id: WorkId) =>
  db
    .select({
      id: entry.id,
      roundId: entry.roundId,
      state: sql<RoundState>`${round.state}`,
      submission: entry.submission,
      removedAt: entry.removedAt,
      removedReason: entry.removedReason,
      standing: work.submission,
    })
    .from(entry)
    .innerJoin(round, eq(round.id, entry.roundId))
    .innerJoin(work, eq(work.id, entry.workId))
    .where(eq(entry.workId, id))
    .orderBy(asc(entry.roundId))

export const deleteEntry = async (db: Database, id: EntryId): Promise<void> => {
  await db.delete(entry).where(eq(entry.id, id))
}

/** Which of these works are in a round that experts are judging, or have judged without a result so far. */
export const worksBeingJudged = async (db: Database, ids: readonly WorkId[]): Promise<ReadonlySet<WorkId>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: entry.workId })
    .from(entry)
    .innerJoin(round, eq(round.id, entry.roundId))
    .where(
      and(inArray(entry.workId, [...ids]), isNull(entry.removedAt), inArray(round.state, ['open', 'paused', 'closed'])),
    )
  return new Set(rows.map((row) => row.id))
}
