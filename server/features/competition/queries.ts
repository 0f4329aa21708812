import type { ActivityState, ExtendedKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import {
  and,
  asc,
  eq,
  gt,
  isNull,
  lte,
  min,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from '../../platform/database/drizzle.ts'
import { whereAnyOf, preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { soonMilliseconds } from './phases/phases.ts'
import { activity, edition, extension, phase, seatCount } from './tables.ts'

export const editionColumns = { id: edition.id, year: edition.year, name: edition.name, timeZone: edition.timeZone }

export const findCurrentEdition = async (db: Database) => {
  const [row] = await db.select(editionColumns).from(edition).where(eq(edition.current, true))
  return row
}

export const findEdition = async (db: Database, id: EditionId) => {
  const [row] = await db.select(editionColumns).from(edition).where(eq(edition.id, id))
  return row
}

/** Visitors see it at that moment. */
export const wherePublished = (now: Date) =>
  or(eq(activity.state, 'published'), and(eq(activity.state, 'scheduled'), lte(activity.publishAt, now)))

/** The state at a moment: a scheduled activity is published by time alone. */
export const stateAt = (
  { state, publishAt }: { state: ActivityState; publishAt: Date | null },
  now: Date,
): ActivityState => (state === 'scheduled' && publishAt! <= now ? 'published' : state)

/** The same in SQL. */
export const stateColumn = (now: Date) =>
  sql<ActivityState>`case when ${wherePublished(now)} then 'published' else ${activity.state} end`

/** When the next activity becomes visible by time alone. */
export const nextActivityDue = async (db: Database, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ due: min(activity.publishAt) })
    .from(activity)
    .where(and(eq(activity.state, 'scheduled'), gt(activity.publishAt, now)))
  return row?.due ?? undefined
}

const cardColumns = {
  id: activity.id,
  editionId: activity.editionId,
  code: activity.code,
  name: activity.name,
  group: activity.group,
  summary: activity.summary,
  cover: activity.cover,
  teamMin: activity.teamMin,
  teamMax: activity.teamMax,
  advisorsMax: activity.advisorsMax,
  capacity: activity.capacity,
  waitingList: activity.waitingList,
  taken: seatCount.taken,
  waiting: seatCount.waiting,
}

const detailColumns = {
  ...cardColumns,
  body: activity.body,
  requirements: activity.requirements,
  rules: activity.rules,
  workRules: activity.workRules,
}

/** The published activities of an edition. Few rows. */
export const publishedActivities = (db: Database, editionId: EditionId, now: Date) =>
  db
    .select(detailColumns)
    .from(activity)
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(and(eq(activity.editionId, editionId), wherePublished(now)))
    .orderBy(asc(activity.position), asc(activity.code))

export const addressesOfActivities = (db: Database, now: Date) =>
  db
    .select({ id: activity.id, updatedAt: activity.updatedAt })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(and(wherePublished(now), eq(edition.current, true)))
    .orderBy(asc(activity.position), asc(activity.code))

export const findPublishedActivity = async (db: Database, id: ActivityId, now: Date) => {
  const [row] = await db
    .select({ ...detailColumns, edition: editionColumns })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(and(eq(activity.id, id), wherePublished(now), eq(edition.current, true)))
  return row
}

/** Everything that teams and enrolments need of these activities, whether published, scheduled or archived. */
export const activitiesOf = preparedQuery((db, { ids }: Placeholders<{ ids: readonly ActivityId[] }>) =>
  db
    .select({
      ...detailColumns,
      state: activity.state,
      publishAt: activity.publishAt,
      fields: activity.fields,
      edition: editionColumns,
    })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(and(whereAnyOf(activity.id, ids), ne(activity.state, 'draft'))),
)

const editionRulesKey = (editionId: EditionId | typeof activity.editionId) =>
  sql`hashtextextended('terms of ' || ${editionId}::uuid, 0)`

/** `shared`: for reading the rules, any number at once. `exclusive`: for changing them. */
export type RulesLock = 'shared' | 'exclusive'

const lockFunction = { shared: sql`pg_advisory_xact_lock_shared`, exclusive: sql`pg_advisory_xact_lock` }

/**
 * Locks the rules of an edition (phases, limits, forms, codes, year) until the transaction ends. Only accounts and
 * cases are locked before it. A change of the rules waits for the transactions that use them, so that none uses the
 * old rules after it has committed.
 */
export const lockEditionRules = async (db: Database, editionId: EditionId, lock: RulesLock): Promise<void> => {
  await db.execute(sql`select ${lockFunction[lock]}(${editionRulesKey(editionId)})`)
}

/** Takes the shared lock on the rules of an activity's edition. */
export const lockRulesOfActivity = async (db: Database, activityId: ActivityId): Promise<void> => {
  const locked = sql`${lockFunction.shared}(${editionRulesKey(activity.editionId)})`
  await db.select({ locked }).from(activity).where(eq(activity.id, activityId))
}

const lockedSeatCount = preparedQuery((db, { activityId }: Placeholders<{ activityId: ActivityId }>) =>
  db
    .select({
      capacity: seatCount.capacity,
      taken: seatCount.taken,
      waiting: seatCount.waiting,
      offered: seatCount.offered,
    })
    .from(seatCount)
    .where(eq(seatCount.activityId, activityId))
    .for('update'),
)

/** Locks the seat count of an activity until the transaction ends: seats are given one after the other. */
export const lockSeatCount = async (db: Database, activityId: ActivityId) => {
  const [row] = await lockedSeatCount(db, { activityId })
  return row!
}

const countOn = preparedQuery((db, { activityId }: Placeholders<{ activityId: ActivityId }>) =>
  db
    .update(seatCount)
    .set({ lastNumber: sql`${seatCount.lastNumber} + 1` })
    .where(eq(seatCount.activityId, activityId))
    .returning({ number: seatCount.lastNumber }),
)

/** The next number of an activity. A rolled-back transaction leaves no gap. */
export const nextNumber = async (db: Database, activityId: ActivityId): Promise<number> => {
  const [row] = await countOn(db, { activityId })
  return row!.number
}

export const phaseColumns = {
  id: phase.id,
  editionId: phase.editionId,
  activityId: phase.activityId,
  kind: phase.kind,
  opensAt: phase.opensAt,
  closesAt: phase.closesAt,
  graceMinutes: phase.graceMinutes,
}

/** All phases of some editions, those of their activities included. Few rows. */
export const phasesOfEditions = preparedQuery((db, { editions }: Placeholders<{ editions: readonly EditionId[] }>) =>
  db
    .select(phaseColumns)
    .from(phase)
    .where(whereAnyOf(phase.editionId, editions))
    .orderBy(asc(phase.opensAt), asc(phase.closesAt), asc(phase.id)),
)

interface AskedWindows extends Record<string, unknown> {
  teams: readonly TeamId[]
  /** The activity of each team, in the same order. */
  activities: readonly ActivityId[]
  kinds: readonly ExtendedKind[]
}

/** The end of a team's latest valid extension, as a subquery. */
export const extendedUntil = (team: SQLWrapper, kind: SQLWrapper): SQL<Date | null> =>
  sql<Date | null>`(
    select until from extension
    where extension.team_id = ${team} and extension.kind = ${kind} and revoked_at is null
    order by created_at desc, id desc limit 1
  )`

/** The phases of these kinds that apply to each team, with the end of its latest valid extension. */
export const windowsOfTeams = preparedQuery((db, { teams, activities, kinds }: Placeholders<AskedWindows>) =>
  db
    .select({
      ...phaseColumns,
      teamId: sql<TeamId>`asked.team_id`,
      extendedUntil: extendedUntil(sql`asked.team_id`, phase.kind).mapWith(extension.until),
    })
    .from(sql`unnest(${teams}::uuid[], ${activities}::uuid[]) as asked (team_id, activity_id)`)
    .innerJoin(activity, sql`${activity.id} = asked.activity_id`)
    .innerJoin(
      phase,
      and(
        eq(phase.editionId, activity.editionId),
        whereAnyOf(phase.kind, kinds),
        or(isNull(phase.activityId), eq(phase.activityId, activity.id)),
      ),
    ),
)

export const phasesOf = (db: Database, editionId: EditionId) => phasesOfEditions(db, { editions: [editionId] })

/** When the next phase opens, starts to close soon, or closes. */
export const nextPhaseChange = async (db: Database, now: Date): Promise<Date | undefined> => {
  const { rows } = await db.execute<{ due: Date | null }>(sql`
    select min(at) as due
    from phase, lateral (
      values (opens_at), (closes_at - make_interval(secs => ${soonMilliseconds / 1_000}::float8)), (closes_at)
    ) as changes (at)
    where at > ${now}
  `)
  const [row] = rows
  return row?.due ? new Date(row.due) : undefined
}

/** Which of these questions the activity's form has ever contained. */
export const askedBefore = async (db: Database, id: ActivityId, fields: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ field: string }>(sql`
    select asked.field from unnest(${sql.param(fields)}::text[]) as asked (field)
    where exists (
      select from revision
      where subject_kind = 'activity' and subject_id = ${id}
        and content->'fields' @> jsonb_build_array(jsonb_build_object('id', asked.field))
    )
  `)
  return rows.map(({ field }) => field)
}
