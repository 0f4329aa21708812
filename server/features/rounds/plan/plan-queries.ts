import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { ActivityId, AssignmentId, EntryId, PanelId, ReviewerId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { account } from '../../accounts/tables.ts'
import { activity } from '../../competition/tables.ts'
import { work } from '../../works/tables.ts'
import { newToken } from '../entries/codes.ts'
import type { PlanPair } from './plan-input.ts'
import type { StoredPlan } from './plan-values.ts'
import { assignment, entry, panel, reviewer, round, roundActivity } from '../tables.ts'

export const findPlan = async (db: Database, id: RoundId): Promise<StoredPlan | undefined> => {
  const [row] = await db.select({ plan: round.plan }).from(round).where(eq(round.id, id))
  return row?.plan ?? undefined
}

/** Stores the JSON of a plan. Does not count as a change of the round: nothing that others see depends on it. */
export const storePlan = async (db: Database, id: RoundId, plan: string, madeAt: Date): Promise<void> => {
  const stored = sql`${plan}::jsonb || jsonb_build_object('madeAt', ${madeAt.toISOString()}::text)`
  await db.update(round).set({ plan: stored }).where(eq(round.id, id))
}

/** What experts should know to judge the works of each activity. */
export const activityFields = (db: Database, id: RoundId) =>
  db
    .select({ id: activity.id, name: activity.name, fields: roundActivity.fields })
    .from(roundActivity)
    .innerJoin(activity, eq(activity.id, roundActivity.activityId))
    .where(eq(roundActivity.roundId, id))
    .orderBy(asc(activity.position), asc(activity.id))

export const setActivityFields = async (
  db: Database,
  id: RoundId,
  activityId: ActivityId,
  fields: ExpertField[],
): Promise<void> => {
  await db
    .update(roundActivity)
    .set({ fields })
    .where(and(eq(roundActivity.roundId, id), eq(roundActivity.activityId, activityId)))
}

/** The newest dry run of a round that has not ended. */
export const findActivePlanTask = async (db: Database, id: RoundId): Promise<TaskId | undefined> => {
  const { rows } = await db.execute<{ id: TaskId }>(sql`
    select id from task
    where kind = 'plan' and state in ('waiting', 'running') and input ->> 'round' = ${id}
    order by created_at desc, id desc limit 1
  `)
  return rows[0]?.id
}

/** Whether a later dry run was started: its result is the one that is wanted. */
export const hasLaterPlanTask = async (db: Database, id: RoundId, than: TaskId): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from task
    join task as asked on asked.id = ${than}
    where task.kind = 'plan' and task.state <> 'cancelled' and task.input ->> 'round' = ${id}
      and task.created_at > asked.created_at
    limit 1
  `)
  return rows.length > 0
}

const nameColumns = {
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  status: account.status,
}

/** The accepted experts of a round, by name. */
export const plannedExperts = (db: Database, id: RoundId) =>
  db
    .select({ id: reviewer.id, panel: reviewer.panelId, maxWorks: reviewer.maxWorks, ...nameColumns })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .where(and(eq(reviewer.roundId, id), eq(reviewer.state, 'accepted')))
    .orderBy(sql`fold_name(coalesce(${account.realName}, ${account.nickname}, ${account.username}))`, asc(reviewer.id))
export type PlannedExpert = Awaited<ReturnType<typeof plannedExperts>>[number]

export const plannedPanels = (db: Database, id: RoundId) =>
  db
    .select({ id: panel.id, name: panel.name })
    .from(panel)
    .where(eq(panel.roundId, id))
    .orderBy(asc(panel.position), asc(panel.id))

/** Codes and titles of works. */
export const describeEntries = async (db: Database, ids: readonly EntryId[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: entry.id, code: entry.code, title: work.title })
        .from(entry)
        .innerJoin(work, eq(work.id, entry.workId))
        .where(inArray(entry.id, [...ids]))

export interface NewAssignment extends PlanPair {
  position: number
  isThird?: boolean
}

const chunk = 1_000

/** Adds assignments. One that ended before is opened again, with what the expert had written. */
export const insertAssignments = async (
  db: Database,
  roundId: RoundId,
  rows: readonly NewAssignment[],
  { now, by }: { now: Date; by: (typeof assignment.$inferInsert)['assignedBy'] },
): Promise<AssignmentId[]> => {
  const ids: AssignmentId[] = []
  for (let from = 0; from < rows.length; from += chunk) {
    const added = await db
      .insert(assignment)
      .values(
        rows.slice(from, from + chunk).map(({ entry: entryId, reviewer: reviewerId, position, isThird = false }) => ({
          id: newId<AssignmentId>(now),
          roundId,
          entryId,
          reviewerId,
          state: 'open' as const,
          position,
          token: newToken(),
          isThird,
          assignedAt: now,
          assignedBy: by,
        })),
      )
      .onConflictDoUpdate({
        target: [assignment.entryId, assignment.reviewerId],
        set: {
          state: 'open',
          position: sql`excluded.position`,
          token: sql`excluded.token`,
          isThird: sql`excluded.is_third`,
          assignedAt: sql`excluded.assigned_at`,
          assignedBy: sql`excluded.assigned_by`,
          endedAt: null,
          reason: null,
        },
        setWhere: inArray(assignment.state, ['removed', 'declined']),
      })
      .returning({ id: assignment.id })
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

/** The last place in each expert's own order. */
export const lastPositions = async (db: Database, roundId: RoundId): Promise<Map<ReviewerId, number>> => {
  const rows = await db
    .select({ id: assignment.reviewerId, last: sql<number>`max(${assignment.position})::integer` })
    .from(assignment)
    .where(eq(assignment.roundId, roundId))
    .groupBy(assignment.reviewerId)
  return new Map(rows.map(({ id, last }) => [id, last]))
}

export const deleteAssignments = async (db: Database, roundId: RoundId): Promise<void> => {
  await db.delete(assignment).where(eq(assignment.roundId, roundId))
}

/** Works that are not listed have no panel any more. */
export const setPanels = async (
  db: Database,
  roundId: RoundId,
  dealt: readonly { entry: EntryId; panel: PanelId }[],
): Promise<void> => {
  await db.execute(sql`
    update entry set panel_id = dealt.panel_id
    from entry as each
    left join unnest(
      ${sql.param(dealt.map((row) => row.entry))}::uuid[], ${sql.param(dealt.map((row) => row.panel))}::uuid[]
    ) as dealt (entry_id, panel_id) on dealt.entry_id = each.id
    where entry.id = each.id and each.round_id = ${roundId} and each.removed_at is null
      and entry.panel_id is distinct from dealt.panel_id
  `)
}

/** Standing ones of these pairs. */
export const openAssignments = (db: Database, roundId: RoundId) =>
  db
    .select({
      id: assignment.id,
      entry: assignment.entryId,
      reviewer: assignment.reviewerId,
      isFinished: assignment.isFinished,
    })
    .from(assignment)
    .innerJoin(entry, and(eq(entry.id, assignment.entryId), sql`${entry.removedAt} is null`))
    .where(and(eq(assignment.roundId, roundId), eq(assignment.state, 'open')))
