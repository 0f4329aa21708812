import type { ActivityId, EditionId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, ne, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { activity, edition } from '../../competition/tables.ts'
import { round, roundActivity } from '../../rounds/tables.ts'
import { prizeRules, resultDecision } from '../tables.ts'

const accepted = sql<number>`(
  select count(*)::integer from work where work.activity_id = activity.id and work.state = 'accepted'
)`

/** Rounds with points of an activity. For queries that select from `activity`. */
const scoredRounds = (where = sql`true`) => sql<number>`(
  select count(*)::integer from round_activity join round on round.id = round_activity.round_id
  where round_activity.activity_id = activity.id and round.rules ->> 'kind' = 'scored' and ${where}
)`

/** The activities of an edition that ask for a work, in their order. */
export const activitiesWithResults = (db: Database, id: EditionId, inDuty: SQL<boolean> | undefined) =>
  db
    .select({
      id: activity.id,
      code: activity.code,
      name: activity.name,
      accepted,
      rounds: scoredRounds(),
      settledRounds: scoredRounds(sql`round.state = 'settled'`),
    })
    .from(activity)
    .where(
      and(
        eq(activity.editionId, id),
        ne(activity.state, 'draft'),
        sql`jsonb_array_length(work_rules -> 'parts') > 0`,
        inDuty,
      ),
    )
    .orderBy(asc(activity.position), asc(activity.id))

export const findActivity = async (db: Database, id: ActivityId) => {
  const [row] = await db
    .select({
      id: activity.id,
      code: activity.code,
      name: activity.name,
      fields: activity.fields,
      editionId: activity.editionId,
      editionName: edition.name,
      year: edition.year,
      timeZone: edition.timeZone,
      accepted,
      version: prizeRules.version,
      rules: prizeRules.rules,
      frozen: prizeRules.frozen,
      frozenHash: prizeRules.frozenHash,
      frozenAt: prizeRules.frozenAt,
      /** A list is being computed. */
      task: sql<TaskId | null>`(
        select task.id from task
        where task.kind = 'rank' and task.state in ('waiting', 'running') and task.input ->> 'activity' = activity.id::text
        order by task.created_at desc limit 1
      )`,
    })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .leftJoin(prizeRules, eq(prizeRules.activityId, activity.id))
    .where(eq(activity.id, id))
  return row
}
export type ActivityRow = NonNullable<Awaited<ReturnType<typeof findActivity>>>

export interface RoundOfActivity {
  id: RoundId
  name: LocalizedText
  state: RoundState
  weight: number
  works: number
  settledAt: Date | null
}

/** Rounds with points that an activity takes part in, in the order in which they were made. */
export const roundsOfActivity = (db: Database, id: ActivityId): Promise<RoundOfActivity[]> =>
  db
    .select({
      id: round.id,
      name: round.name,
      state: round.state,
      weight: sql<number>`(${round.rules} ->> 'weight')::integer`,
      works: sql<number>`(
        select count(*)::integer from entry join work on work.id = entry.work_id
        where entry.round_id = round.id and entry.removed_at is null and work.activity_id = ${id}
      )`,
      settledAt: round.settledAt,
    })
    .from(roundActivity)
    .innerJoin(round, eq(round.id, roundActivity.roundId))
    .where(and(eq(roundActivity.activityId, id), sql`${round.rules} ->> 'kind' = 'scored'`))
    .orderBy(asc(round.createdAt), asc(round.id))

/** All decisions of an activity, the newest first, those that were taken back too. */
export const decisionsOf = (db: Database, id: ActivityId) =>
  db
    .select({
      id: resultDecision.id,
      kind: resultDecision.kind,
      data: resultDecision.data,
      reason: resultDecision.reason,
      decidedBy: resultDecision.decidedBy,
      decidedAt: resultDecision.decidedAt,
      caseId: resultDecision.caseId,
      undoneAt: resultDecision.undoneAt,
    })
    .from(resultDecision)
    .where(eq(resultDecision.activityId, id))
    .orderBy(sql`${resultDecision.decidedAt} desc`, sql`${resultDecision.id} desc`)

/** Numbers and titles of works, for decisions. */
export const worksNamed = async (db: Database, ids: readonly string[]) => {
  const { rows } = await db.execute<{ id: string; number: string; title: string }>(sql`
    select work.id, coalesce(enrolment.number, '') as number, work.title
    from work join enrolment on enrolment.id = work.enrolment_id
    where work.id = any (${sql.param([...ids])}::uuid[])
  `)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether all its rounds with points are settled, and at least one is. For queries that select from `activity`. */
export const isSettled = sql<boolean>`(
  ${scoredRounds()} > 0 and ${scoredRounds()} = ${scoredRounds(sql`round.state = 'settled'`)}
)`
